//! Instructions and their operands (PTX ISA, sections 4.3 and 6.4, and chapter 10 for the special registers).

use super::super::lex::Token;
use super::super::{Instruction, Operand, RegisterId, Statement};
use super::ParseError;
use super::body::BodyParser;
use super::cursor::shorten;
use super::number::Constant;
use super::scope::Meaning;

/// Special registers with parts `.x`, `.y`, `.z` and `.w`.
const SPECIAL_VECTORS: [&str; 8] = [
    "tid",
    "ntid",
    "ctaid",
    "nctaid",
    "clusterid",
    "nclusterid",
    "cluster_ctaid",
    "cluster_nctaid",
];

/// Special registers with one value.
const SPECIAL_SCALARS: [&str; 29] = [
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "gridid",
    "is_explicit_cluster",
    "cluster_ctarank",
    "cluster_nctarank",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "clock",
    "clock_hi",
    "clock64",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "reserved_smem_offset_begin",
    "reserved_smem_offset_end",
    "reserved_smem_offset_cap",
    "reserved_smem_offset_0",
    "reserved_smem_offset_1",
    "total_smem_size",
    "aggr_smem_size",
    "dynamic_smem_size",
    "current_graph_exec",
];

/// Special registers that are followed by a number, or by one and `_64`.
const SPECIAL_FAMILIES: [(&str, u32); 2] = [("envreg", 32), ("pm", 8)];

impl<'a> BodyParser<'_, 'a> {
    /// `@%p1 bra L;`
    pub(super) fn read_guarded_instruction(&mut self) -> Result<(), ParseError> {
        self.cursor.expect('@')?;
        let negated = self.cursor.accept('!')?;
        let guard = (self.read_register()?, negated);
        let line = self.cursor.line();
        let word = self.cursor.word("an instruction")?;
        self.read_instruction(Some(guard), (word, line))
    }

    /// Reads an instruction behind its first word.
    pub(super) fn read_instruction(
        &mut self,
        guard: Option<(RegisterId, bool)>,
        (word, line): (&'a str, u32),
    ) -> Result<(), ParseError> {
        let mut words = vec![word.to_owned()];
        while let Token::Dotted(word) = self.cursor.peek() {
            words.push(word.to_owned());
            self.cursor.advance()?;
        }
        let mut operands = Vec::new();
        while !self.cursor.accept(';')? {
            if !operands.is_empty() {
                // `call (result), f, (parameter);` separates its lists by commas as well.
                self.cursor.expect(',')?;
            }
            operands.push(self.read_operand()?);
        }
        let location = self.location;
        let instruction = Instruction { guard, words, operands, location, line };
        self.body.statements.push(Statement::Instruction(instruction));
        Ok(())
    }

    fn read_operand(&mut self) -> Result<Operand, ParseError> {
        match self.cursor.peek() {
            Token::Mark('[') => self.read_memory(),
            Token::Mark('{') => Ok(Operand::Vector(self.read_scalars(('{', '}'))?)),
            Token::Mark('(') => Ok(Operand::List(self.read_scalars(('(', ')'))?)),
            Token::Mark('!') => {
                self.cursor.advance()?;
                Ok(Operand::Negated(self.read_register()?))
            }
            _ => {
                let first = self.read_scalar()?;
                if self.cursor.is_at('|') { self.read_second(first) } else { Ok(first) }
            }
        }
    }

    /// Reads the second of two results: `|%p2`.
    fn read_second(&mut self, first: Operand) -> Result<Operand, ParseError> {
        let line = self.cursor.line();
        self.cursor.expect('|')?;
        let second = self.read_scalar()?;
        match (&first, &second) {
            (Operand::Register(_) | Operand::Sink, Operand::Register(_) | Operand::Sink) => {
                Ok(Operand::Two(Box::new(first), Box::new(second)))
            }
            _ => Err(ParseError::new(line, "`|` stands only between two registers or `_`")),
        }
    }

    /// Reads `{a, b}` or `(a, b)`.
    fn read_scalars(&mut self, (open, close): (char, char)) -> Result<Vec<Operand>, ParseError> {
        let mut scalars = Vec::new();
        self.cursor.expect(open)?;
        if self.cursor.accept(close)? {
            return Ok(scalars);
        }
        loop {
            scalars.push(self.read_scalar()?);
            if !self.cursor.accept(',')? {
                self.cursor.expect(close)?;
                return Ok(scalars);
            }
        }
    }

    /// Reads `[%rd1+8]`.
    fn read_memory(&mut self) -> Result<Operand, ParseError> {
        self.cursor.expect('[')?;
        let line = self.cursor.line();
        let base = match self.cursor.peek() {
            Token::Word(_) => self.read_name()?,
            _ => self.read_constant()?,
        };
        if let Operand::Special(_) | Operand::Decimal(_) | Operand::Sink = base {
            return Err(ParseError::new(line, "this is no address"));
        }
        let offset = self.cursor.offset()?;
        self.cursor.expect(']')?;
        Ok(Operand::Memory(Box::new(base), offset))
    }

    /// Reads a constant, or a name with what may be added to it.
    fn read_scalar(&mut self) -> Result<Operand, ParseError> {
        match self.cursor.peek() {
            Token::Word(_) => Ok(match self.read_name()? {
                Operand::Variable(id, _) => Operand::Variable(id, self.cursor.offset()?),
                Operand::Symbol(name, _) => Operand::Symbol(name, self.cursor.offset()?),
                other => other,
            }),
            Token::Number(_) | Token::Mark('-') => self.read_constant(),
            _ => Err(self.cursor.expected("an operand")),
        }
    }

    fn read_constant(&mut self) -> Result<Operand, ParseError> {
        Ok(match self.cursor.constant()? {
            Constant::Integer(value) => Operand::Immediate(value as u64),
            Constant::Single(bits) => Operand::Immediate(bits.into()),
            Constant::Double(bits) => Operand::Immediate(bits),
            Constant::Decimal(value) => Operand::Decimal(value),
        })
    }

    /// Reads a name and resolves it. A name that the function does not declare is a symbol of the module or a label.
    fn read_name(&mut self) -> Result<Operand, ParseError> {
        let line = self.cursor.line();
        let name = self.cursor.word("a name")?;
        if let Some(meaning) = self.find(name) {
            return Ok(match meaning {
                Meaning::Register(id) => Operand::Register(id),
                Meaning::Variable(id) => Operand::Variable(id, 0),
            });
        }
        match name.strip_prefix('%') {
            Some(special) => self.read_special(special, line),
            None if name == "_" => Ok(Operand::Sink),
            None if name == "WARP_SZ" => Ok(Operand::Immediate(32)),
            None => Ok(Operand::Symbol(name.to_owned(), 0)),
        }
    }

    /// Reads `.x` behind `%tid`.
    fn read_special(&mut self, name: &str, line: u32) -> Result<Operand, ParseError> {
        if SPECIAL_VECTORS.contains(&name) {
            if let Token::Dotted(axis @ ("x" | "y" | "z" | "w")) = self.cursor.peek() {
                self.cursor.advance()?;
                return Ok(Operand::Special(format!("{name}.{axis}")));
            }
            return Ok(Operand::Special(name.to_owned()));
        }
        if SPECIAL_SCALARS.contains(&name) || is_of_special_family(name) {
            return Ok(Operand::Special(name.to_owned()));
        }
        Err(ParseError::new(line, format!("the register `%{}` is not declared", shorten(name))))
    }

    fn read_register(&mut self) -> Result<RegisterId, ParseError> {
        let line = self.cursor.line();
        match self.read_name()? {
            Operand::Register(id) => Ok(id),
            _ => Err(ParseError::new(line, "this is no register")),
        }
    }
}

/// Whether a name is one of `envreg0` to `envreg31`, `pm0` to `pm7`, `pm0_64` to `pm7_64`.
fn is_of_special_family(name: &str) -> bool {
    SPECIAL_FAMILIES.iter().any(|&(prefix, count)| {
        let number = name.strip_prefix(prefix).unwrap_or_default();
        let number = number.strip_suffix("_64").filter(|_| prefix == "pm").unwrap_or(number);
        let is_canonical = number.len() == 1 || !number.starts_with(['0', '+']);
        is_canonical && number.parse().is_ok_and(|number: u32| number < count)
    })
}
