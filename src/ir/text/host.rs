//! Host functions as text, by the rules of regions.

use super::TextError;
use super::items::{Items, Parsed, atom, bare};
use super::parse::{Resolver, symbol};
use super::print::{
    Printer, data_item, line, name, reference_names, section, symbol as printed, symbol_ref,
};
use super::sexpr::{self, Node, quote};
use crate::id::{FileId, StmtId};
use crate::ir::host::{HostData, HostFunction, HostMember, HostVariable};
use crate::source::Span;

/// The canonical text of `function`, ending in a newline.
pub fn print_host(function: &HostFunction) -> String {
    let names = reference_names(&function.symbols);
    let mut body = Printer::new(&function.symbols, names.clone());
    body.block(&function.body, 2);
    let mut out = format!("(function {} {}", quote(&function.file_name), name(&function.name));
    if function.is_local {
        out.push_str(" local");
    }
    if function.is_instance {
        out.push_str(" instance");
    }
    if function.names_more {
        out.push_str(" names-more");
    }
    if function.declares_target {
        out.push_str(" declares-target");
    }
    if function.file.0 != 0 {
        line(&mut out, 1, &format!("(file {})", function.file.0));
    }
    if function.span != Span::default() {
        line(&mut out, 1, &format!("(extent {} {})", function.span.start, function.span.end));
    }
    if (function.loop_count, function.stmt_count) != body.counts() {
        line(&mut out, 1, &format!("(counts {} {})", function.loop_count, function.stmt_count));
    }
    section(&mut out, "symbols", function.symbols.iter().map(printed));
    let variables = function.variables.iter().map(variable);
    section(&mut out, "variables", variables);
    section(&mut out, "members", function.members.iter().map(|own| member(own, &names)));
    let parameters = function.parameters.iter().map(|id| symbol_ref(&names, *id));
    section(&mut out, "parameters", parameters);
    section(&mut out, "unseen", function.unseen_functions.iter().map(|own| quote(own)));
    section(&mut out, "data", function.data.iter().map(|data| host_data(data, &names)));
    line(&mut out, 1, &format!("(body{}))\n", body.text()));
    out
}

fn variable(own: &HostVariable) -> String {
    let mut out = format!("({} {} {}", own.element, own.scope.start, own.scope.end);
    if own.is_changed {
        out.push_str(" changed");
    }
    if own.is_shared {
        out.push_str(" shared");
    }
    if own.is_listed {
        out.push_str(" listed");
    }
    if own.is_hidden {
        out.push_str(" hidden");
    }
    if own.is_internal {
        out.push_str(" internal");
    }
    if own.is_constant {
        out.push_str(" constant");
    }
    let global = own.global.map_or(String::new(), |number| format!(" (global {number})"));
    out.push_str(&global);
    if !own.rows.is_empty() {
        let rows: Vec<String> = own.rows.iter().map(|row| quote(row)).collect();
        out = out + " (rows " + &rows.join(" ") + ")";
    }
    out + ")"
}

fn member(own: &HostMember, names: &[String]) -> String {
    let of = symbol_ref(names, own.of);
    let owned = if own.is_owned { " owned" } else { "" };
    format!("(member {of} {} {} {}{owned})", own.at, own.element, quote(&own.text))
}

fn host_data(data: &HostData, names: &[String]) -> String {
    let mut out = format!("(of {}", data.stmt.0);
    if data.is_whole {
        out.push_str(" whole");
    }
    if data.reads_memory {
        out.push_str(" reads-memory");
    }
    if let Some(device) = &data.device {
        out = out + " (device " + &quote(device) + ")";
    }
    for item in &data.items {
        line(&mut out, 3, &data_item(item, names));
    }
    out + ")"
}

/// Reads one function; the error is the first one, with its place.
pub fn parse_host(text: &str) -> Result<HostFunction, TextError> {
    sexpr::read(text).and_then(|node| function(&node)).map_err(|fault| fault.locate(text))
}

fn function(node: &Node<'_>) -> Parsed<HostFunction> {
    let mut items = Items::of_list(node)?;
    items.keyword("function")?;
    bare(node)?;
    let file_name = items.text()?;
    let name = items.name()?;
    let is_local = items.flag("local")?;
    let is_instance = items.flag("instance")?;
    let names_more = items.flag("names-more")?;
    let declares_target = items.flag("declares-target")?;
    let file = items.section("file", Items::number)?.unwrap_or(0);
    let extent = items.section("extent", |items| Ok((items.number()?, items.number()?)))?;
    let counts = items.section("counts", |items| Ok((items.number()?, items.number()?)))?;
    let symbols = items.section("symbols", |items| items.rest(symbol))?.unwrap_or_default();
    let variables = items.section("variables", |items| items.rest(read_variable))?;
    let mut scope = Resolver::new(&symbols);
    let members = items.section("members", |items| items.rest(|node| read_member(&scope, node)))?;
    let parameters = items
        .section("parameters", |items| items.rest(|node| scope.symbol(node.offset, atom(node)?)))?;
    let unseen_functions = items.section("unseen", |items| {
        let mut names = Vec::new();
        while items.peek().is_some() {
            names.push(items.text()?);
        }
        Ok(names)
    })?;
    let data = items.section("data", |items| items.rest(|node| read_data(&scope, node)))?;
    let body = items.section("body", |items| scope.block(items))?.unwrap_or_default();
    let (loop_count, stmt_count) = counts.unwrap_or(scope.counts());
    items.finish()?;
    Ok(HostFunction {
        file: FileId(file),
        file_name,
        name,
        is_local,
        is_instance,
        names_more,
        unseen_functions: unseen_functions.unwrap_or_default(),
        span: extent.map_or(Span::default(), |(start, end)| Span { start, end }),
        parameters: parameters.unwrap_or_default(),
        data: data.unwrap_or_default(),
        symbols,
        variables: variables.unwrap_or_default(),
        members: members.unwrap_or_default(),
        declares_target,
        body,
        loop_count,
        stmt_count,
    })
}

fn read_variable(node: &Node<'_>) -> Parsed<HostVariable> {
    bare(node)?;
    let mut items = Items::of_list(node)?;
    let (element, start, end) = (items.number()?, items.number()?, items.number()?);
    let is_changed = items.flag("changed")?;
    let is_shared = items.flag("shared")?;
    let is_listed = items.flag("listed")?;
    let is_hidden = items.flag("hidden")?;
    let is_internal = items.flag("internal")?;
    let is_constant = items.flag("constant")?;
    let global = items.section("global", Items::number)?;
    let rows = items.section("rows", |items| {
        let mut rows = Vec::new();
        while items.peek().is_some() {
            rows.push(items.text()?);
        }
        Ok(rows)
    })?;
    items.finish()?;
    let (scope, rows) = (Span { start, end }, rows.unwrap_or_default());
    Ok(HostVariable {
        element,
        rows,
        is_changed,
        is_shared,
        is_listed,
        is_hidden,
        is_internal,
        is_constant,
        global,
        scope,
    })
}

fn read_member(scope: &Resolver<'_>, node: &Node<'_>) -> Parsed<HostMember> {
    bare(node)?;
    let mut items = Items::of_list(node)?;
    items.keyword("member")?;
    let of = items.next("a variable")?;
    let of = scope.symbol(of.offset, atom(of)?)?;
    let (at, element) = (items.number()?, items.number()?);
    let text = items.text()?;
    let is_owned = items.flag("owned")?;
    items.finish()?;
    Ok(HostMember { of, at, text, element, is_owned })
}

fn read_data(scope: &Resolver<'_>, node: &Node<'_>) -> Parsed<HostData> {
    bare(node)?;
    let mut items = Items::of_list(node)?;
    items.keyword("of")?;
    let stmt = StmtId(items.number()?);
    let is_whole = items.flag("whole")?;
    let reads_memory = items.flag("reads-memory")?;
    let device = items.section("device", Items::text)?;
    let list = items.rest(|node| scope.data_item(node))?;
    Ok(HostData { stmt, device, items: list, is_whole, reads_memory })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
(function \"a.c\" steps local instance
  (file 1)
  (extent 3 90)
  (symbols
    (symbol u ptr pointer parameter)
    (symbol n i32 scalar parameter)
    (symbol k i32 scalar region))
  (variables
    (8 5 80 (rows \"n\"))
    (0 5 80 changed hidden internal (global 2))
    (0 0 0))
  (members
    (member u 8 4 \"u->p\" owned))
  (parameters
    u
    n)
  (data
    (of 1 whole
      (map-tofrom u (section \"0\" \"n\")))
    (of 2 reads-memory))
  (body
    (while \"not canonical\" (< k n)
      (do
        (omp (directive \"target teams\"
          (clause map \"u[0:n]\"))
          (= [u (index k 8:i64)]:f64 (load [u (index k 8:i64)]:f64)))
        (evaluate (call exchange u n):void)))))
";

    #[test]
    fn a_function_is_printed_as_it_is_read() {
        let function = parse_host(TEXT).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(function.parameters.len(), 2);
        assert!(function.is_local && function.data[0].is_whole && !function.data[1].is_whole);
        let text = print_host(&function);
        assert_eq!(parse_host(&text), Ok(function), "{text}");
    }

    #[test]
    fn what_is_no_function_is_told_with_its_place() {
        for text in ["(region \"a.c\" 1 f)", "(function \"a.c\")", "(function \"a.c\" f (what))"] {
            assert!(parse_host(text).is_err(), "{text}");
        }
    }
}
