//! Threads that process blocks of lines and return their output in the order of the input.
//!
//! Blocks are assigned to the threads in rotation and returned in that order, so nothing is sorted. At most two blocks
//! per thread are in progress, so memory use does not grow with the input.

use crate::buffer::Buffer;
use crate::failure::Failure;
use crate::json_list::JsonList;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use unic_analysis::analysis::TextError;

/// The maximum number of blocks of a thread that are in progress.
const MAX_IN_PROGRESS: usize = 2;

/// Consecutive lines of one file, with their output.
pub struct Block {
    /// The name of the file.
    pub name: String,
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// The lines, one after the other.
    pub lines: Vec<u8>,
    /// The end of each line in `lines`.
    pub ends: Vec<usize>,
    /// The layout of the values in the output.
    pub list: JsonList,
    /// Whether nothing precedes the block in the output.
    pub is_first: bool,
    /// The output for the lines.
    pub output: Buffer,
    /// The index of the line that can't be analysed, and the cause. Later lines are not analysed.
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

    /// Iterates over the lines.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| self.lines.get(std::mem::replace(&mut start, *end)..*end).unwrap_or(&[]))
    }
}

/// A pool of threads.
pub struct Workers {
    threads: Vec<(SyncSender<Block>, Receiver<Block>)>,
    /// The indices of the thread that gets the next block, and of the thread with the oldest block.
    next: usize,
    oldest: usize,
    under_way: usize,
    spare: Vec<Block>,
}

impl Workers {
    /// Creates an empty pool.
    pub fn none() -> Workers {
        Workers { threads: Vec::new(), next: 0, oldest: 0, under_way: 0, spare: Vec::new() }
    }

    /// Starts `count` threads, or fewer if not all can be started.
    pub fn start<W: FnMut(&mut Block) + Send + 'static>(count: usize, worker: impl Fn() -> W) -> Workers {
        let start = |_| {
            let (to, jobs) = sync_channel::<Block>(MAX_IN_PROGRESS);
            let (results, from) = sync_channel(MAX_IN_PROGRESS);
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

    /// Whether a block is in progress.
    pub fn is_busy(&self) -> bool {
        self.under_way > 0
    }

    /// Whether a block must be collected before the next one can be passed on.
    pub fn is_full(&self) -> bool {
        self.under_way >= MAX_IN_PROGRESS * self.threads.len()
    }

    /// An empty block.
    pub fn block(&mut self) -> Block {
        self.spare.pop().unwrap_or_else(Block::new)
    }

    /// Passes a block to a thread.
    pub fn send(&mut self, block: Block) -> Result<(), Failure> {
        let (to, _) = self.threads.get(self.next).ok_or_else(thread_ended)?;
        to.send(block).map_err(|_| thread_ended())?;
        self.next = (self.next + 1) % self.threads.len();
        self.under_way += 1;
        Ok(())
    }

    /// Waits for the oldest block and returns it.
    pub fn take(&mut self) -> Result<Block, Failure> {
        let (_, from) = self.threads.get(self.oldest).ok_or_else(thread_ended)?;
        let block = from.recv().map_err(|_| thread_ended())?;
        self.oldest = (self.oldest + 1) % self.threads.len();
        self.under_way -= 1;
        Ok(block)
    }

    /// Keeps a block for reuse.
    pub fn recycle(&mut self, mut block: Block) {
        block.lines.clear();
        block.ends.clear();
        block.output.clear();
        block.failure = None;
        self.spare.push(block);
    }
}

/// The failure that a thread has ended, which only a bug can cause.
fn thread_ended() -> Failure {
    Failure::Io("a thread".to_owned(), io::Error::other("it has ended before its work was done"))
}
