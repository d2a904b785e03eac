//! The names that a catalog knows, and what is wrong with a name in a text.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::prose::{Follow, Lead, Reference, references};
use crate::{CatalogFacts, ParamFacts, distance, words};

/// What is wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault<'a> {
    /// A tool is served under another spelling.
    Respelt(&'a str),
    /// The tool exists and is not served to this caller.
    Hidden,
    /// No tool has that name; the nearest one, if any is near.
    Unknown(Option<&'a str>),
}

/// The names of a catalog.
#[derive(Debug)]
pub(crate) struct Vocabulary<'a> {
    served: BTreeSet<&'a str>,
    /// The words of each served name.
    phrases: Vec<(&'a str, Vec<String>)>,
    hidden: BTreeSet<&'a str>,
    /// Served names by their letters alone.
    folded: BTreeMap<String, &'a str>,
    /// Parameters, fields and values: names that are no tools.
    others: HashSet<&'a str>,
    /// The words of the served names: verbs in front, objects behind.
    firsts: BTreeSet<String>,
    objects: BTreeSet<String>,
    /// The first segments of served names with hyphens, which tell such names from hyphenated words.
    domains: BTreeSet<&'a str>,
    camel: bool,
    /// What was found near a name.
    nearest: RefCell<HashMap<String, Option<&'a str>>>,
}

/// Ends of names of hosts and files.
#[rustfmt::skip] // one word a line otherwise
const ENDINGS: &[&str] = &[
    "ai", "app", "cloud", "com", "conf", "cpp", "css", "csv", "de", "dev", "env", "eu", "gov",
    "html", "io", "ipynb", "java", "js", "json", "jsx", "kt", "lock", "log", "md", "mjs", "net",
    "org", "pdf", "php", "png", "py", "rb", "rs", "sh", "sql", "svg", "toml", "ts", "tsx",
    "txt", "uk", "xml", "yaml", "yml",
];

impl<'a> Vocabulary<'a> {
    pub(crate) fn of(catalog: &'a CatalogFacts) -> Self {
        let names = || {
            catalog
                .tools
                .iter()
                .filter_map(|tool| tool.name.seen())
                .map(String::as_str)
        };
        let served: BTreeSet<&str> = match catalog.served.seen() {
            Some(served) => served.iter().map(String::as_str).collect(),
            None => names().collect(),
        };
        let mut others = HashSet::new();
        for tool in &catalog.tools {
            let output = tool
                .output
                .present()
                .and_then(|output| output.fields.seen());
            let fields = tool.params.seen().into_iter().chain(output).flatten();
            fields.for_each(|field| collect(field, &mut others));
        }
        let mut vocabulary = Self {
            hidden: names().filter(|name| !served.contains(name)).collect(),
            folded: served.iter().map(|name| (fold(name), *name)).collect(),
            others,
            firsts: BTreeSet::new(),
            objects: BTreeSet::new(),
            domains: BTreeSet::new(),
            nearest: RefCell::default(),
            camel: served.iter().any(|name| is_camel(name)),
            phrases: served
                .iter()
                .map(|name| (*name, words::split(name)))
                .collect(),
            served,
        };
        for (name, phrase) in &vocabulary.phrases {
            vocabulary.firsts.extend(phrase.first().cloned());
            vocabulary
                .objects
                .extend(phrase.iter().skip(1).map(|word| singular(word).to_owned()));
            vocabulary
                .domains
                .extend(name.split_once('-').map(|(domain, _)| domain));
        }
        vocabulary
    }

    /// Each name in `text` that a reader would take for a tool and that none is served under.
    pub(crate) fn faults<'t>(&self, text: &'t str) -> BTreeMap<&'t str, Fault<'a>> {
        let judged = references(text).into_iter();
        judged
            .filter_map(|named| Some((named.name, self.fault(&named)?)))
            .collect()
    }

    fn fault(&self, named: &Reference<'_>) -> Option<Fault<'a>> {
        let name = named.name;
        if self.knows(name) || is_file_or_host(name) {
            return None;
        }
        let sent = named.is_sent_to();
        let meant = sent || named.code;
        let phrase = words::split(name);
        let otherwise = named.follow == Follow::Otherwise;
        if self.hidden.contains(name) && !otherwise && (meant || name.contains('_')) {
            return Some(Fault::Hidden);
        }
        // That much of a served name is no accident, even if it is called a command.
        let led = meant || named.lead != Lead::Other;
        if let Some(served) = self.enclosed(name, &phrase).filter(|_| led) {
            return Some(Fault::Respelt(served));
        }
        if otherwise {
            return None;
        }
        if let Some(served) = self.folded.get(&fold(name)) {
            // `JSON.SET` is a command that the tool was named after.
            let shouted = !name.contains(|c: char| c.is_ascii_lowercase());
            let written_as_name = meant || name.contains(['.', '_']);
            return (written_as_name && !shouted).then_some(Fault::Respelt(served));
        }
        if let Some(served) = self.prefixed(name, &phrase).filter(|_| sent) {
            return Some(Fault::Respelt(served));
        }
        let verb = phrase.first().is_some_and(|first| words::is_verb(first));
        let near = (verb || meant).then(|| self.near(name)).flatten();
        let enclosing = || {
            self.enclosing(&phrase)
                .filter(|_| meant && self.is_styled(name))
        };
        let near = near.or_else(enclosing);
        let shaped = sent && (is_dotted_name(name) || self.has_shape(name, &phrase))
            || named.code && named.follow != Follow::Applied && self.is_sibling(name, &phrase);
        (near.is_some() || shaped).then_some(Fault::Unknown(near))
    }

    /// Whether a name stands for something that the catalog holds: a tool, a parameter, a value, a
    /// field by its path, or several tools with slashes between them.
    fn knows(&self, name: &str) -> bool {
        let first = name.split('.').next().unwrap_or(name);
        self.served.contains(name)
            || self.others.contains(name)
            || first.len() < name.len() && self.others.contains(first)
            || name.contains('/') && name.split('/').all(|part| self.served.contains(part))
    }

    /// The served name that `name` ends in or that ends in `name`, a prefix apart.
    fn prefixed(&self, name: &str, phrase: &[String]) -> Option<&'a str> {
        // One word alone (`projects.list`) ends too many names.
        let ends = |long: &[String], short: &[String]| {
            short.len() > 1 && long.len() > short.len() && long.ends_with(short)
        };
        let found = self.phrases.iter().find(|(served, own)| {
            (ends(own, phrase) || ends(phrase, own)) && is_camel(served) == is_camel(name)
        });
        found.map(|(served, _)| *served)
    }

    /// The served name of three words or more, or of two before the word `tool`, that `name` ends
    /// in.
    fn enclosed(&self, name: &str, phrase: &[String]) -> Option<&'a str> {
        let enclosed = |own: &[String]| match phrase {
            [bare @ .., last] if last == "tool" => bare == own && own.len() > 1,
            whole => own.len() > 2 && whole.len() > own.len() && whole.ends_with(own),
        };
        let found = self.phrases.iter().find(|(_, own)| enclosed(own));
        let plain = !name.contains(['.', '/']) && name.contains(|c: char| c.is_ascii_lowercase());
        found.filter(|_| plain).map(|(served, _)| *served)
    }

    /// The one served name that holds all of `phrase`, of three words or more.
    fn enclosing(&self, phrase: &[String]) -> Option<&'a str> {
        let long = phrase.len() > 2;
        let mut found = self
            .phrases
            .iter()
            .filter(|(_, own)| long && own.windows(phrase.len()).any(|part| part == phrase));
        let first = found.next().map(|(served, _)| *served);
        first.filter(|_| found.next().is_none())
    }

    /// The served name at most two slips away. Texts repeat their names, and each is compared once.
    fn near(&self, name: &str) -> Option<&'a str> {
        if let Some(known) = self.nearest.borrow().get(name) {
            return *known;
        }
        let found = self.find_near(name);
        self.nearest.borrow_mut().insert(name.to_owned(), found);
        found
    }

    fn find_near(&self, name: &str) -> Option<&'a str> {
        let wanted = fold(name);
        let allowed = if wanted.len() < 8 {
            0
        } else {
            (wanted.len() / 6).min(2)
        };
        self.folded
            .iter()
            .filter(|(folded, _)| folded.len().abs_diff(wanted.len()) <= allowed)
            .map(|(folded, served)| (distance(&wanted, folded), *served))
            .filter(|(distance, _)| *distance <= allowed)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, served)| served)
    }

    /// Whether a name looks like the catalog's own: a verb and a word in common with one of them,
    /// or one of their domains before a hyphen.
    fn has_shape(&self, name: &str, phrase: &[String]) -> bool {
        let Some((first, [.., last])) = phrase.split_first() else {
            return false;
        };
        if let Some((domain, _)) = name.split_once('-') {
            let ordinary = words::is_verb(domain) && !self.objects.contains(singular(last));
            return self.domains.contains(domain) && !ordinary;
        }
        self.is_styled(name)
            && words::is_verb(first)
            && (self.firsts.contains(first) || self.shares_object(phrase))
    }

    /// Whether a name does what one of the catalog's does, to what another does it to.
    fn is_sibling(&self, name: &str, phrase: &[String]) -> bool {
        let verb = phrase.first().filter(|first| words::is_verb(first));
        self.is_styled(name)
            && verb.is_some_and(|verb| self.firsts.contains(verb))
            && self.shares_object(phrase)
    }

    fn is_styled(&self, name: &str) -> bool {
        !name.contains(['.', '/']) && (name.contains('_') || self.camel && is_camel(name))
    }

    fn shares_object(&self, phrase: &[String]) -> bool {
        phrase
            .iter()
            .skip(1)
            .any(|word| self.objects.contains(singular(word)))
    }
}

/// Whether a name has dots as only a qualified name has: two of them, or one beside an underscore.
pub(crate) fn is_dotted_name(name: &str) -> bool {
    let dots = name.matches('.').count();
    (dots > 1 || dots == 1 && name.contains('_'))
        && !name.contains('/')
        && name
            .split('.')
            .all(|part| part.starts_with(|c: char| c.is_ascii_lowercase()))
        && !is_file_or_host(name)
}

fn is_file_or_host(name: &str) -> bool {
    let end = name.rsplit('.').next().filter(|end| end.len() < name.len());
    name.starts_with("www.") || end.is_some_and(|end| words::holds(ENDINGS, end))
}

fn is_camel(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.contains(['_', '-', '.', '/'])
        && name.contains(|c: char| c.is_ascii_uppercase())
}

fn fold(name: &str) -> String {
    words::split(name).concat()
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s')
        .filter(|stem| stem.len() > 2)
        .unwrap_or(word)
}

fn collect<'a>(param: &'a ParamFacts, found: &mut HashSet<&'a str>) {
    found.insert(&param.name);
    found.extend(
        param
            .options
            .present()
            .into_iter()
            .flatten()
            .map(String::as_str),
    );
    for inner in param.inner() {
        collect(inner, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_hosts_are_no_dotted_names() {
        assert!(ENDINGS.is_sorted());
        for name in [
            "semarchy.catalog.search_patterns",
            "deploy.upload_data",
            "a.b.c",
        ] {
            assert!(is_dotted_name(name), "{name}");
        }
        for name in [
            "package.json",
            "my_app.py",
            "example.co.uk",
            "catalog.search",
            "a_b",
            "1.2.3",
        ] {
            assert!(!is_dotted_name(name), "{name}");
        }
    }
}
