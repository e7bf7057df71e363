//! `unic completions` and `unic man`, generated from the description of the command line.

use crate::args::{Arguments, Completions, Man};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use clap::{Command, CommandFactory};
use std::fs;
use std::io;
use std::path::Path;

/// Prints a completion script.
pub fn completions(command: &Completions) -> Result<Exit, Failure> {
    let mut output = Output::new();
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut Arguments::command(), "unic", &mut script);
    output.buffer.extend_from_slice(&script);
    output.flush()?;
    Ok(Exit::Good)
}

/// Prints a man page, or writes all of them.
pub fn man(command: &Man) -> Result<Exit, Failure> {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = &command.dir {
        return write_all(&program, folder).map(|()| Exit::Good);
    }
    let page = match &command.command {
        None => &program,
        Some(name) => {
            program.find_subcommand(name).ok_or_else(|| Failure::Usage(format!("there is no command {name:?}")))?
        }
    };
    let mut output = Output::new();
    let text = render(page).map_err(|error| Failure::Io("the man page".to_owned(), error))?;
    output.buffer.extend_from_slice(&text);
    output.flush()?;
    Ok(Exit::Good)
}

/// Writes `unic.1`, `unic-analyze.1` and so on.
fn write_all(program: &Command, folder: &Path) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let name = path.display().to_string();
        move |error| Failure::Io(name, error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    for page in std::iter::once(program).chain(program.get_subcommands().filter(|page| page.get_name() != "help")) {
        let path = folder.join(format!("{}.1", page_name(page)));
        let written = render(page).and_then(|text| fs::write(&path, text));
        written.map_err(failed(&path))?;
    }
    Ok(())
}

fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn render(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    // `build` has set the display names of the commands, such as `unic-analyze`.
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
