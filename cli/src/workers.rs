//! Threads that work on blocks of lines and give their output back in the order of the input.
//!
//! Blocks go to the threads in turn and come back in turn, so nothing has to be sorted. There are never more than two for
//! each thread under way: memory does not grow with the input.

use crate::buffer::Buffer;
use crate::failure::Failure;
use crate::json_list::JsonList;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use unic_analysis::analysis::TextError;

/// Blocks of a thread that are under way.
const UNDER_WAY: usize = 2;

/// Lines of one file that follow each other, and what was made of them.
pub struct Block {
    /// The file.
    pub name: String,
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// The lines, one after the other.
    pub lines: Vec<u8>,
    /// Where each line ends.
    pub ends: Vec<usize>,
    /// How the values in the output follow each other.
    pub list: JsonList,
    /// Nothing precedes it in the output.
    pub is_first: bool,
    /// What is put out for the lines.
    pub output: Buffer,
    /// Which line could not be analysed, from 0, and why. Those after it were left alone.
    pub failure: Option<(usize, TextError)>,
}

impl Block {
    fn new() -> Block {
        Block {
            name: String::new(),
            first_line: 0,
            lines: Vec::new(),
            ends: Vec::new(),
            list: JsonList::Lines,
            is_first: false,
            output: Buffer::new(),
            failure: None,
        }
    }

    /// The lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| self.lines.get(std::mem::replace(&mut start, *end)..*end).unwrap_or(&[]))
    }
}

/// The threads.
pub struct Workers {
    threads: Vec<(SyncSender<Block>, Receiver<Block>)>,
    /// Which thread gets the next block, and which has the oldest one.
    next: usize,
    oldest: usize,
    under_way: usize,
    spare: Vec<Block>,
}

impl Workers {
    /// No threads.
    pub fn none() -> Workers {
        Workers { threads: Vec::new(), next: 0, oldest: 0, under_way: 0, spare: Vec::new() }
    }

    /// Starts so many threads; fewer if there are not to be had.
    pub fn start<W: FnMut(&mut Block) + Send + 'static>(count: usize, worker: impl Fn() -> W) -> Workers {
        let start = |_| {
            let (to, jobs) = sync_channel::<Block>(UNDER_WAY);
            let (results, from) = sync_channel(UNDER_WAY);
            let mut work = worker();
            let run = move || {
                for mut block in jobs {
                    work(&mut block);
                    if results.send(block).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn(run).ok().map(|_| (to, from))
        };
        Workers { threads: (0..count).map_while(start).collect(), ..Workers::none() }
    }

    /// Whether there is a thread.
    pub fn is_any(&self) -> bool {
        !self.threads.is_empty()
    }

    /// Whether a block is under way.
    pub fn is_busy(&self) -> bool {
        self.under_way > 0
    }

    /// Whether no block can be given away before one is taken back.
    pub fn is_full(&self) -> bool {
        self.under_way >= UNDER_WAY * self.threads.len()
    }

    /// An empty block.
    pub fn block(&mut self) -> Block {
        self.spare.pop().unwrap_or_else(Block::new)
    }

    /// Gives a block to a thread.
    pub fn give(&mut self, block: Block) -> Result<(), Failure> {
        let (to, _) = self.threads.get(self.next).ok_or_else(gone)?;
        to.send(block).map_err(|_| gone())?;
        self.next = (self.next + 1) % self.threads.len();
        self.under_way += 1;
        Ok(())
    }

    /// Takes back the oldest block, when its thread is done with it.
    pub fn take(&mut self) -> Result<Block, Failure> {
        let (_, from) = self.threads.get(self.oldest).ok_or_else(gone)?;
        let block = from.recv().map_err(|_| gone())?;
        self.oldest = (self.oldest + 1) % self.threads.len();
        self.under_way -= 1;
        Ok(block)
    }

    /// Keeps a block for later.
    pub fn recycle(&mut self, mut block: Block) {
        block.lines.clear();
        block.ends.clear();
        block.output.clear();
        block.failure = None;
        self.spare.push(block);
    }
}

/// A thread has ended, which only a fault in the program can make it do.
fn gone() -> Failure {
    Failure::Io("a thread".to_owned(), io::Error::other("it has ended before its work was done"))
}
