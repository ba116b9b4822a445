//! The sources as the rules of `tidy` see them: lines as written, and words without comments and strings.

use std::fs;
use std::path::{Path, PathBuf};

/// A word or a sign of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    /// From 1.
    pub(super) line: usize,
    /// Whether it stands in an item for tests alone.
    pub(super) in_tests: bool,
}

/// A source file.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The path from the top of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
}

/// A path such as `crate::game::Side`, as its segments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UsedPath {
    pub(super) segments: Vec<String>,
    pub(super) line: usize,
    pub(super) in_tests: bool,
}

/// The top of the repository.
pub(super) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The Rust files below a folder of the repository, in order.
pub(super) fn sources(folder: &str) -> Vec<Source> {
    files(folder).iter().filter(|path| path.ends_with(".rs")).map(|path| Source::read(path)).collect()
}

/// The files below a folder of the repository, in order.
pub(super) fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let entries = fs::read_dir(top().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries {
        let entry = entry.expect("an entry");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

impl Source {
    fn read(path: &str) -> Source {
        let text = fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Source::new(path, &text)
    }

    pub(super) fn new(path: &str, text: &str) -> Source {
        let mut tokens = tokens_of(text);
        if path.ends_with("/tests.rs") || path.starts_with("tests/") {
            tokens.iter_mut().for_each(|token| token.in_tests = true);
        }
        mark_tests(&mut tokens);
        Source { path: path.to_owned(), text: text.to_owned(), tokens }
    }

    /// The text of the token at `at`; empty beyond the last.
    pub(super) fn word(&self, at: usize) -> &str {
        word(&self.tokens, at)
    }

    /// Where these words follow each other.
    pub(super) fn find<'s>(&'s self, words: &'s [&str]) -> impl Iterator<Item = &'s Token> {
        self.find_at(words).map(|at| &self.tokens[at])
    }

    /// The places of the first of these words where they follow each other.
    pub(super) fn find_at<'s>(&'s self, words: &'s [&str]) -> impl Iterator<Item = usize> {
        let is_there = |at: &usize| words.iter().enumerate().all(|(i, word)| self.word(at + i) == *word);
        (0..self.tokens.len()).filter(is_there)
    }

    /// All paths, those in braces each on its own.
    pub(super) fn paths(&self) -> Vec<UsedPath> {
        let mut paths = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if is_word(self.word(at)) {
                at = self.read_path(at, &mut Vec::new(), &mut paths);
            } else {
                at += 1;
            }
        }
        paths
    }

    /// Reads a path, or a tree of them; returns where it ends.
    fn read_path(&self, mut at: usize, before: &mut Vec<String>, paths: &mut Vec<UsedPath>) -> usize {
        let depth = before.len();
        let Token { line, in_tests, .. } = self.tokens[at];
        loop {
            before.push(self.word(at).to_owned());
            at += 1;
            let goes_on = self.word(at) == "::";
            if goes_on && (is_word(self.word(at + 1)) || self.word(at + 1) == "*") {
                at += 1;
                continue;
            }
            if goes_on && self.word(at + 1) == "{" {
                at += 2;
                while at < self.tokens.len() && self.word(at) != "}" {
                    let starts = is_word(self.word(at)) || self.word(at) == "*";
                    at = if starts { self.read_path(at, before, paths) } else { at + 1 };
                }
                at += 1;
            } else {
                paths.push(UsedPath { segments: before.clone(), line, in_tests });
            }
            before.truncate(depth);
            return at;
        }
    }
}

/// Whether a token is a name or a keyword.
pub(super) fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| &token.text)
}

/// The place of the bracket that closes the one at `at`.
pub(super) fn closing(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len()
}

/// Marks what stands under `#[cfg(test)]`.
fn mark_tests(tokens: &mut [Token]) {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    for start in 0..tokens.len() {
        if !TEST.iter().enumerate().all(|(i, text)| word(tokens, start + i) == *text) {
            continue;
        }
        let mut end = start + TEST.len();
        while end < tokens.len() && word(tokens, end) != ";" {
            let bracket = word(tokens, end).to_owned();
            end = if ["(", "[", "{"].contains(&bracket.as_str()) { closing(tokens, end) } else { end };
            if bracket == "{" {
                break;
            }
            end += 1;
        }
        let end = tokens.len().min(end + 1);
        tokens[start..end].iter_mut().for_each(|token| token.in_tests = true);
    }
}

/// Splits a source into words and signs. Comments are left out; of a string the quotes stay.
fn tokens_of(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest);
        let (token, after) = rest.split_at(length);
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        if !first.is_whitespace() && !is_comment {
            let is_string = token.len() > 1 && token.ends_with(['"', '#']);
            let text = if is_string { "\"\"" } else { token };
            tokens.push(Token { text: text.to_owned(), line, in_tests: false });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The length of what stands at the start of `rest`: a space, a comment, a string, a word or a sign.
fn token_length(rest: &str) -> usize {
    let to = |end: Option<usize>| end.unwrap_or(rest.len());
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let hashes = rest.trim_start_matches(['b', 'c', 'r']).bytes().take_while(|&b| b == b'#').count();
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c', 'r']).len();
    if rest.starts_with("//") {
        return to(rest.find('\n'));
    }
    if rest.starts_with("/*") {
        return to(rest.find("*/").map(|end| end + 2));
    }
    if rest[prefix + hashes..].starts_with('"') && prefix <= 2 && (hashes == 0 || prefix > 0) {
        let body = prefix + hashes + 1;
        if rest[..prefix].contains('r') {
            let end = format!("\"{}", "#".repeat(hashes));
            return to(rest[body..].find(&end).map(|at| body + at + end.len()));
        }
        return body + string_length(&rest[body..], '"');
    }
    if let Some(body) = rest.strip_prefix('\'') {
        let is_char = body.starts_with('\\') || body.chars().nth(1) == Some('\'');
        return if is_char { 1 + string_length(body, '\'') } else { 1 };
    }
    if rest.starts_with("::") {
        return 2;
    }
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    if rest.starts_with(in_word) { to(rest.find(|c| !in_word(c))) } else { first }
}

/// The length of the rest of a literal with its closing quote.
fn string_length(body: &str, quote: char) -> usize {
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return at + 1;
        }
    }
    body.len()
}
