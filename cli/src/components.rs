//! `unic components`: the components of this build, from the registry and its option tables.

use crate::args::Components;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::style::{Paint, Style};
use crate::terminal;
use crate::visible::wrapped_words;
use serde_json::Value;
use unic_analysis::analysis::component::ComponentSpec;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::options::{OptionDefault, OptionSpec};
use unic_analysis::config::{components, error::nearest, option_values, registry};

/// Runs the command.
pub fn run(command: &Components, style: Style) -> Result<Exit, Failure> {
    let wanted: Option<ComponentKind> = command.kind.map(ComponentKind::from);
    let mut chosen: Vec<(ComponentKind, &'static ComponentSpec)> = Vec::new();
    for kind in ComponentKind::ALL.into_iter().filter(|kind| wanted.is_none_or(|wanted| wanted == *kind)) {
        let all = components::of_kind(kind).into_iter();
        chosen.extend(all.filter(|spec| is_asked_for(kind, spec, &command.types)).map(|spec| (kind, spec)));
    }
    let unknown = |name: &&String| !chosen.iter().any(|(kind, spec)| names(*kind, spec, name));
    if let Some(name) = command.types.iter().find(unknown) {
        let known: Vec<&str> =
            ComponentKind::ALL.into_iter().flat_map(components::of_kind).map(|spec| spec.type_name).collect();
        let hint = nearest(name, &known).map(|name| format!("; the most similar one is {name:?}")).unwrap_or_default();
        let message = format!("this build has no such component: {name:?}{hint}; `unic components` lists all");
        return Err(Failure::Usage(message));
    }
    let mut output = Output::new();
    if command.json {
        let components: Vec<Value> = chosen.iter().map(|(kind, spec)| components::to_json(*kind, spec)).collect();
        output.line(&format!("{:#}", Value::Array(components)));
    } else {
        let with_options = command.options || !command.types.is_empty();
        output.text(&page(&chosen, with_options, style));
    }
    output.flush()?;
    Ok(Exit::Good)
}

fn is_asked_for(kind: ComponentKind, spec: &ComponentSpec, types: &[String]) -> bool {
    types.is_empty() || types.iter().any(|name| names(kind, spec, name))
}

/// Whether a type name, in the `unic_` or the `icu_` spelling, refers to the component.
fn names(kind: ComponentKind, spec: &ComponentSpec, name: &str) -> bool {
    spec.type_name == name || registry::component(kind, name).is_some_and(|found| found.type_name == spec.type_name)
}

fn page(chosen: &[(ComponentKind, &ComponentSpec)], with_options: bool, style: Style) -> String {
    let columns = terminal::width().unwrap_or(100);
    let mut out = String::new();
    let widest = chosen.iter().map(|(_, spec)| spec.type_name.len()).max().unwrap_or_default();
    let mut last = None;
    for (kind, spec) in chosen {
        if last.is_some() && (last != Some(*kind) || with_options) {
            out.push('\n');
        }
        if last != Some(*kind) {
            let head = format!("{kind}s (section `{}`)", kind.section());
            push_wrapped(&mut out, &head, 0, columns, |line| style.paint(Paint::Head, line));
            last = Some(*kind);
        }
        push_component(&mut out, spec, widest, columns, style);
        if with_options {
            spec.options.iter().for_each(|option| push_option(&mut out, option, columns, style));
        }
    }
    out
}

fn push_component(out: &mut String, spec: &ComponentSpec, widest: usize, columns: usize, style: Style) {
    let name = style.paint(Paint::Term, spec.type_name);
    let indent = widest + 4;
    if columns < indent + 20 {
        push_wrapped(out, spec.type_name, 2, columns, |line| style.paint(Paint::Term, line));
        return push_wrapped(out, spec.help, 4, columns, str::to_owned);
    }
    let mut lines = wrapped_words(spec.help, columns - indent).into_iter();
    let padding = " ".repeat(widest - spec.type_name.len());
    out.push_str(&format!("  {name}{padding}  {}\n", lines.next().unwrap_or_default()));
    lines.for_each(|line| out.push_str(&format!("{}{line}\n", " ".repeat(indent))));
}

fn push_option(out: &mut String, option: &OptionSpec, columns: usize, style: Style) {
    let default = match components::default_json(option) {
        _ if option.default == OptionDefault::Required => "; required".to_owned(),
        Value::Null => String::new(),
        value => format!("; default {value}"),
    };
    push_wrapped(out, option.name, 4, columns, |line| style.paint(Paint::Help, line));
    push_wrapped(out, option.help, 8, columns, str::to_owned);
    let takes = format!("{}{default}", option_values::expected(option));
    push_wrapped(out, &takes, 8, columns, |line| style.paint(Paint::Faint, line));
    if !option.aliases.is_empty() {
        let also = format!("also written {}", option.aliases.join(", "));
        push_wrapped(out, &also, 8, columns, |line| style.paint(Paint::Faint, line));
    }
}

fn push_wrapped(out: &mut String, text: &str, indent: usize, columns: usize, paint: impl Fn(&str) -> String) {
    for line in wrapped_words(text, columns.saturating_sub(indent).max(8)) {
        out.push_str(&format!("{}{}\n", " ".repeat(indent), paint(&line)));
    }
}
