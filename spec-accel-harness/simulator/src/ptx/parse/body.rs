//! Bodies of functions: scopes, declarations, labels and the directives between instructions.

use super::super::lex::Token;
use super::super::{
    Body, Function, Linkage, Location, Operand, Prototype, RegisterId, Space, Statement, Variable,
    VariableId,
};
use super::cursor::Cursor;
use super::scope::{Meaning, Scope, declared_twice};
use super::{ParseError, declaration, skip_pragma, unknown_directive};

/// At most so many scopes lie in each other.
const MAX_DEPTH: usize = 64;

/// Why there is always a scope.
const OUTERMOST_SCOPE: &str = "the outermost scope stays until the body ends";

/// Reads the body of a function, whose head is known.
pub(super) fn read(cursor: &mut Cursor<'_>, function: &Function) -> Result<Body, ParseError> {
    let mut parser = BodyParser {
        cursor,
        scopes: vec![Scope::new(0)],
        closed_scopes: 0,
        body: Body::default(),
        location: Location::default(),
    };
    parser.declare_parameters(function)?;
    parser.open_scope()?;
    while parser.scopes.len() > 1 {
        parser.read_statement()?;
    }
    Ok(parser.body)
}

/// Reads statements.
pub(super) struct BodyParser<'c, 'a> {
    pub(super) cursor: &'c mut Cursor<'a>,
    /// The scopes around the next token, the outermost first.
    scopes: Vec<Scope>,
    closed_scopes: usize,
    pub(super) body: Body,
    /// Of the last `.loc`.
    pub(super) location: Location,
}

impl<'a> BodyParser<'_, 'a> {
    fn read_statement(&mut self) -> Result<(), ParseError> {
        match self.cursor.peek() {
            Token::Mark('{') => self.open_scope(),
            Token::Mark('}') => self.close_scope(),
            Token::Mark(';') => self.cursor.advance(),
            Token::Mark('@') => self.read_guarded_instruction(),
            Token::Word(word) => {
                let line = self.cursor.line();
                self.cursor.advance()?;
                if self.cursor.accept(':')? {
                    self.read_labelled(word, line)
                } else {
                    self.read_instruction(None, (word, line))
                }
            }
            Token::Dotted(directive) => {
                let line = self.cursor.line();
                self.cursor.advance()?;
                self.read_directive(directive, line)
            }
            _ => Err(self.cursor.expected("a statement")),
        }
    }

    /// What a name stands for; the innermost declaration counts.
    pub(super) fn find(&mut self, name: &str) -> Option<Meaning> {
        let registers = &mut self.body.registers;
        self.scopes.iter_mut().rev().find_map(|scope| scope.find(name, registers))
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect(OUTERMOST_SCOPE)
    }

    fn open_scope(&mut self) -> Result<(), ParseError> {
        if self.scopes.len() > MAX_DEPTH {
            return Err(self.cursor.error("too many scopes lie in each other"));
        }
        self.cursor.expect('{')?;
        let first_statement = self.body.statements.len();
        self.scopes.push(Scope::new(first_statement));
        Ok(())
    }

    fn close_scope(&mut self) -> Result<(), ParseError> {
        self.cursor.expect('}')?;
        let scope = self.scopes.pop();
        let Some(scope) = scope.filter(|_| self.scopes.len() > 1) else { return Ok(()) };
        self.closed_scopes += 1;
        self.rename_labels(&scope);
        self.scope().target_lists.extend(scope.target_lists);
        Ok(())
    }

    /// Gives the labels of a scope names that no other scope can have: code of an inline assembler statement with a label can
    /// stand several times in a function.
    fn rename_labels(&mut self, scope: &Scope) {
        if scope.labels.is_empty() {
            return;
        }
        let number = self.closed_scopes;
        let rename = |name: &mut String| {
            if scope.labels.contains(name.as_str()) {
                *name = format!("{name}@{number}");
            }
        };
        for statement in &mut self.body.statements[scope.first_statement..] {
            match statement {
                Statement::Label(name) => rename(name),
                Statement::Instruction(instruction) => {
                    for operand in &mut instruction.operands {
                        if let Operand::Symbol(name, _) = operand {
                            rename(name);
                        }
                    }
                }
            }
        }
        for list in &scope.target_lists {
            if let Some(targets) = self.body.targets.get_mut(list) {
                targets.iter_mut().for_each(rename);
            }
        }
    }

    fn read_labelled(&mut self, label: &'a str, line: u32) -> Result<(), ParseError> {
        let Token::Dotted(directive) = self.cursor.peek() else {
            return self.declare_label(label, line);
        };
        match directive {
            "callprototype" => self.read_prototype(label, line),
            "branchtargets" | "calltargets" => self.read_targets(label, line),
            _ => self.declare_label(label, line),
        }
    }

    fn declare_label(&mut self, label: &'a str, line: u32) -> Result<(), ParseError> {
        if !self.scope().labels.insert(label.to_owned()) {
            return Err(declared_twice(label, line));
        }
        self.body.statements.push(Statement::Label(label.to_owned()));
        Ok(())
    }

    /// `prototype_0 : .callprototype (.param .b32 _) _ (.param .b64 _);`
    fn read_prototype(&mut self, label: &str, line: u32) -> Result<(), ParseError> {
        self.cursor.advance()?;
        let results = declaration::read_parameters(self.cursor)?;
        self.cursor.word("`_`")?;
        let parameters = declaration::read_parameters(self.cursor)?;
        self.cursor.accept_dotted("noreturn")?;
        self.cursor.expect(';')?;
        let prototype = Prototype { results, parameters };
        match self.body.prototypes.insert(label.to_owned(), prototype) {
            None => Ok(()),
            Some(_) => Err(declared_twice(label, line)),
        }
    }

    /// `list: .branchtargets L0, L1;`
    fn read_targets(&mut self, label: &str, line: u32) -> Result<(), ParseError> {
        self.cursor.advance()?;
        let mut targets = Vec::new();
        loop {
            targets.push(self.cursor.word("a target")?.to_owned());
            if !self.cursor.accept(',')? {
                break;
            }
        }
        self.cursor.expect(';')?;
        self.scope().target_lists.push(label.to_owned());
        match self.body.targets.insert(label.to_owned(), targets) {
            None => Ok(()),
            Some(_) => Err(declared_twice(label, line)),
        }
    }

    fn read_directive(&mut self, directive: &str, line: u32) -> Result<(), ParseError> {
        match directive {
            "loc" => self.read_location(),
            "reg" => self.read_registers(),
            "pragma" => skip_pragma(self.cursor),
            _ => {
                let space = Space::from_word(directive)
                    .ok_or_else(|| unknown_directive(directive, line))?;
                self.read_variables(space)
            }
        }
    }

    /// `.loc 1 20 5`; for a line of an inlined function `, function_name label, inlined_at 1 30 7` follows.
    fn read_location(&mut self) -> Result<(), ParseError> {
        self.location = self.read_place()?;
        while self.cursor.accept(',')? {
            match self.cursor.word("`function_name` or `inlined_at`")? {
                "function_name" => {
                    match self.cursor.peek() {
                        Token::Word(_) | Token::Dotted(_) => self.cursor.advance()?,
                        _ => return Err(self.cursor.expected("a label")),
                    }
                    self.cursor.offset()?;
                }
                "inlined_at" => {
                    self.read_place()?;
                }
                _ => return Err(self.cursor.error("this is no part of `.loc`")),
            }
        }
        Ok(())
    }

    fn read_place(&mut self) -> Result<Location, ParseError> {
        let file = self.cursor.small()?;
        let line = self.cursor.small()?;
        let column = self.cursor.small()?;
        Ok(Location { file, line, column })
    }

    /// `.reg .b32 %r<41>, %temp;`
    fn read_registers(&mut self) -> Result<(), ParseError> {
        if let Token::Dotted("v2" | "v4") = self.cursor.peek() {
            return Err(self.cursor.error("registers that are vectors are not supported"));
        }
        let kind = declaration::read_type(self.cursor)?;
        loop {
            let line = self.cursor.line();
            let name = self.cursor.word("the name of a register")?;
            if self.cursor.accept('<')? {
                let count = self.cursor.small()?;
                self.cursor.expect('>')?;
                self.scope().declare_family(name, (kind, count), line)?;
            } else {
                let id = RegisterId(self.body.registers.len() as u32);
                self.body.registers.push(kind);
                self.scope().declare(name, Meaning::Register(id), line)?;
            }
            if !self.cursor.accept(',')? {
                return self.cursor.expect(';');
            }
        }
    }

    fn read_variables(&mut self, space: Space) -> Result<(), ParseError> {
        let first = self.body.variables.len();
        let variables = &mut self.body.variables;
        declaration::read_variables(self.cursor, (space, Linkage::Local), variables)?;
        self.declare_variables(first)
    }

    /// The results and parameters lie in a scope of their own, around the body.
    fn declare_parameters(&mut self, function: &Function) -> Result<(), ParseError> {
        for parameter in function.results.iter().chain(&function.parameters) {
            self.body.variables.push(Variable {
                name: parameter.name.clone(),
                linkage: Linkage::Local,
                space: Space::Param,
                align: parameter.align,
                bytes: parameter.bytes.into(),
                initial: Vec::new(),
                addresses: Vec::new(),
                line: function.line,
            });
        }
        self.declare_variables(0)
    }

    /// Makes the names of the last variables known in the innermost scope.
    fn declare_variables(&mut self, first: usize) -> Result<(), ParseError> {
        let scope = self.scopes.last_mut().expect(OUTERMOST_SCOPE);
        for (number, variable) in self.body.variables.iter().enumerate().skip(first) {
            let meaning = Meaning::Variable(VariableId(number as u32));
            // Nobody can use a variable named `_`, so several may have this name.
            if variable.name != "_" {
                scope.declare(&variable.name, meaning, variable.line)?;
            }
        }
        Ok(())
    }
}
