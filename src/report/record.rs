//! Optimisation records: the YAML documents that LLVM's own passes write with
//! `-fsave-optimization-record`, which opt-viewer, `llvm-remarkutil` and Compiler Explorer read.
//!
//! `!Passed` is a region that was rewritten, `!Missed` a refusal, `!Analysis` an access that stays
//! uncoalesced. The pass is `warpcc`, the remark's name a code.

use std::io::{self, Write};

use super::remark::{self, Remark};
use super::{Region, Remarks, Report};

/// Writes the documents of one report; those of several reports may follow each other.
pub fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut remarks = Vec::new();
    remark::of_failure(&mut remarks, report);
    for remark in remarks {
        document(out, "", &remark)?;
    }
    for region in &report.regions {
        region_documents(out, region)?;
    }
    Ok(())
}

fn region_documents(out: &mut dyn Write, region: &Region) -> io::Result<()> {
    let mut remarks = Vec::new();
    remark::of_region(&mut remarks, region, Remarks::All);
    remarks.iter().try_for_each(|remark| document(out, &region.function, remark))
}

fn document(out: &mut dyn Write, function: &str, remark: &Remark) -> io::Result<()> {
    let kind = match remark.kind {
        remark::Kind::Applied => "Passed",
        remark::Kind::Missed => "Missed",
        remark::Kind::Finding => "Analysis",
    };
    let function = if function.is_empty() { "<unit>" } else { function };
    writeln!(out, "--- !{kind}")?;
    writeln!(out, "Pass:            warpcc")?;
    writeln!(out, "Name:            {}", remark.code)?;
    let (file, line, column) = (scalar(remark.file), remark.line, remark.column);
    writeln!(out, "DebugLoc:        {{ File: {file}, Line: {line}, Column: {column} }}")?;
    writeln!(out, "Function:        {}", scalar(function))?;
    writeln!(out, "Args:")?;
    writeln!(out, "  - String:          {}", scalar(&remark.text))?;
    writeln!(out, "...")
}

/// A scalar on one line: in single quotes, or in double quotes where a character of it cannot stand
/// there.
fn scalar(text: &str) -> String {
    if text.chars().any(char::is_control) {
        let escape = |c: char| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\x{:02X}", u32::from(c)),
            c => c.to_string(),
        };
        return format!("\"{}\"", text.chars().map(escape).collect::<String>());
    }
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_keep_their_text() {
        assert_eq!(scalar("it's: #1"), "'it''s: #1'");
        assert_eq!(scalar("a\n\"\\\u{85}"), "\"a\\x0A\\\"\\\\\\x85\"");
        assert_eq!(scalar("Δi ≠ 0"), "'Δi ≠ 0'");
    }
}
