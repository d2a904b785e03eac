//! The words that rules know, as sorted data, and how names fall into words.

/// A sorted list of lower-case words.
macro_rules! sorted {
    ($($word:tt)+) => { &[$(stringify!($word)),+] };
}

/// Imperative verbs that tools are named by.
const VERBS: &[&str] = sorted! {
    abort accept acknowledge acquire activate adapt add adjust advance aggregate alert align
    allocate allow analyse analyze annotate answer append apply approve archive arrange ask
    assemble assert assess assign assume attach audit authenticate authorise authorize backup
    balance ban batch begin bind block book boot branch broadcast browse build bulk bump bundle
    buy cache calculate call cancel capture cast categorize change charge chat check checkout choose
    claim classify clean clear click clone close cluster collapse collect combine comment commit
    compact compare compile complete compose compress compute configure confirm connect
    consolidate consume contact continue convert copy correct count crawl create crop debug
    decide decline decode decompile decrease decrypt deduplicate define delete deliver demote
    deny deploy deprecate derive describe destroy detach detect determine diagnose diff disable
    discard disconnect discover dismiss dispatch display dispute do dock download draft drag
    draw drop dump duplicate echo edit eject elevate embed emit enable encode encrypt end
    enqueue enrich enroll ensure enter enumerate erase escalate establish estimate evaluate
    examine exclude exec execute exit expand expire explain explore export extend extract fail
    favorite fetch fill filter finalize find finish fire fix flag flatten flip flush focus
    follow forecast fork format forward freeze fund gather generate get give go grant group grow
    guess halt handle harvest hash help hibernate hide highlight hold hover hydrate identify
    ignore impersonate import improve include increase increment infer ingest inherit init
    initialise initialize initiate insert inspect install instantiate integrate interact
    interpret interrupt introspect invalidate investigate invite invoke isolate issue join jump
    keep kick kill label launch leave lend like limit link lint list listen load locate lock log
    login logout look lookup lower maintain make manage map mark mask match measure merge
    migrate minimize mint mirror mock modify monitor mount move multiply mute name navigate nest
    noop normalize note notify obtain offer open optimise optimize orchestrate order organize
    override overwrite pack paginate park parse partition paste patch pause pay peek perform
    permit persist pick pin ping place plan play plot poll pop populate post preview print probe
    process procure produce profile promote prompt propose provision prune publish pull purchase
    purge push put qualify quarantine query queue quit quote raise rank rate reach react read
    reassign rebase reboot rebuild recalculate receive recommend reconcile reconnect record
    recover recreate redact redeem redeploy redirect redo reduce refactor refine refresh refund
    refuse regenerate register reject relaunch release reload relocate remember remind remove
    rename render renew reopen reorder repair repeat replace replay reply report republish
    request require rerun reschedule resend reserve reset resize resolve respond restart restore
    restrict resubmit resume retire retrain retrieve retry return reveal reverse revert review
    revise revoke rewind rewrite roll rollback rotate round route run sample sanitize save
    scaffold scale scan schedule score scrape screenshot scroll search secure seed seek select
    sell send serialize serve set settle setup share ship show shrink shutdown sign simplify
    simulate skip sleep snapshot snooze solve sort spawn split sponsor stage star start stash
    stop store stream stringify strip structure submit subscribe subtract suggest summarise
    summarize supersede suspend swap switch sync synchronise synchronize synthesize tag tail
    take tap terminate test think throttle toggle touch trace track trade train transcode
    transcribe transfer transform transition translate transmit trash traverse triage trigger
    trim truncate try tune type unarchive unassign unban unblock uncover undelete undeploy undo
    unfollow unfreeze uninstall unlink unlock unmark unmount unmute unpack unpin unpublish
    unregister unset unshare unstage unstar unsubscribe unwatch update upgrade upload upsert use
    validate verify view visit visualize void vote wait wake walk warm warn watch wipe withdraw
    wrap write zip zoom
};

/// Verbs that need no object to be understood.
const INTRANSITIVE: &[&str] = sorted! {
    chat connect disconnect echo exit help login logout look noop ping quit reboot redo restart
    rollback screenshot shutdown sleep sync think undo wait
};

/// Nouns that stand first in names that ought to begin with a verb.
const NOUNS: &[&str] = sorted! {
    account accounts activity address agent alarm alarms album app application applications
    article articles artifact artifacts asset assets attachment attachments balance bank board
    boards branch branches bucket buckets budget bug bugs calendar campaign card cards cart
    catalog category channel channels chart chat client clients cluster clusters collection
    collections column comment comments company config configuration contact contacts container
    containers content contract contracts conversation coupon course credential currency
    customer customers dashboard dashboards data database databases dataset datasets deal deals
    deployment deployments device devices directory document documents domain domains email
    emails employee employees endpoint environment error errors event events expense feature
    field file files folder folders form forms function functions goal group groups history host
    image images incident incidents info information instance inventory invoice invoices issue
    issues item items job jobs key keys label labels language lead leads library license line
    location log logs machine member members message messages metadata metric metrics milestone
    model models namespace network node nodes note notes notification notifications object
    objects order orders organisation organization package page pages password payment payments
    people permission permissions person photo pipeline pipelines player playlist pod pods
    policy portfolio post posts price prices product products profile profiles project projects
    property queue quota record records region release releases repo report reports repository
    resource resources role roles room row rows rule rules sale sales schema schemas secret
    secrets section server servers service services session sessions settings shipment shop site
    sites space spreadsheet sprint state statistics stats status stock subscription
    subscriptions summary supplier system table tables task tasks team teams template templates
    tenant text thread ticket tickets time timeline token topic topics transaction transactions
    trip url user users value values vendor version versions video videos volume warehouse
    weather webhook webhooks website widget workflow workflows workspace workspaces
};

/// Nouns that make what stands before them a noun too: `record_details`, `order_status`.
const TAILS: &[&str] = sorted! {
    amount balance body content count data date description detail details fields history id ids
    info information items limit metadata name overview properties reference size state
    statistics stats status summary time timeline total type url value
};

/// Verbs that change or remove what is there, by the classes of this crate.
const DESTRUCTIVE: &[&str] = sorted! {
    delete deploy destroy drop edit erase modify overwrite patch pay purge remove rename replace
    revoke send store truncate uninstall update upload void wipe
};

/// Those of them that may also do no more than add: an upload attaches, a deployment creates.
const ADDING: &[&str] = sorted! { deploy pay send store upload };

/// Those of them that are nouns as well, so that a name may end in one without saying what it does.
const NAMING: &[&str] = sorted! { deploy drop edit patch pay purge store update upload void wipe };

/// Verbs that change something without being among those: they add, grant, or set going.
const ACTING: &[&str] = sorted! {
    accept acknowledge activate add append approve archive assign attach authorise authorize book
    cancel change charge clear close commit configure copy create disable dismiss enable enqueue
    forward grant import insert install invite kick kill launch merge move notify pin place post
    provision publish push put reassign reboot redeem register reject reopen reply reschedule reset
    restart restore rotate schedule set start stop submit subscribe suspend terminate transfer
    trigger unarchive unpublish unregister unset unsubscribe upsert withdraw write
};

/// Those of them that are nouns as well.
const ACTS: &[&str] = sorted! {
    archive book change charge clear close commit copy forward grant import invite kick kill launch
    merge move pin place post push put reply reset restart restore schedule set start stop transfer
    trigger
};

/// Verbs that change nothing.
const READING: &[&str] = sorted! {
    browse count describe fetch find get inspect list lookup read retrieve search view
};

/// Words about a screen, which a model does not have.
const UI: &[&str] = sorted! { ascii modal modals panel panels ux };

/// Words that carry no meaning of their own in a description.
const FILLER: &[&str] = sorted! {
    a an and be by for from given in into is it its of on or param parameter specified string
    that the this to use used value which will with
};

/// Whether a sorted list has the word.
pub(crate) fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether `word` is a verb that tools are named by. Lower case.
pub fn is_verb(word: &str) -> bool {
    holds(VERBS, word)
}

/// Whether `word` is a verb that needs no object: `undo`, `ping`.
pub fn is_intransitive(word: &str) -> bool {
    holds(INTRANSITIVE, word)
}

/// Whether `word` is a noun that is known to stand first in bad names.
pub fn is_noun(word: &str) -> bool {
    holds(NOUNS, word)
}

/// Whether `word` makes the word before it a noun: `details`, `status`.
pub fn is_tail(word: &str) -> bool {
    holds(TAILS, word)
}

/// Whether `word` is a verb that changes or removes what is there.
pub fn is_destructive(word: &str) -> bool {
    holds(DESTRUCTIVE, word)
}

/// Whether `word` is a destructive verb of which some uses only add.
pub fn is_adding(word: &str) -> bool {
    holds(ADDING, word)
}

/// Whether `word` is a verb that changes something: adds, alters, removes, sends or sets going.
pub fn is_acting(word: &str) -> bool {
    is_destructive(word) || holds(ACTING, word)
}

/// Whether such a verb is a noun as well: a post, an update.
pub fn names_an_act(word: &str) -> bool {
    holds(NAMING, word) || holds(ACTS, word)
}

/// Whether `word` is a verb that changes nothing.
pub fn is_reading(word: &str) -> bool {
    holds(READING, word)
}

/// Whether `word` is about a screen.
pub fn is_ui(word: &str) -> bool {
    holds(UI, word)
}

/// The verb that `word` is a form of: `sends` and `Send` are both `send`.
pub fn imperative(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    if is_verb(&word) {
        return Some(word);
    }
    let stem = word.strip_suffix('s')?;
    let stems = [
        Some(stem.to_owned()),
        stem.strip_suffix('e').map(str::to_owned),
        stem.strip_suffix("ie").map(|stem| format!("{stem}y")),
    ];
    stems.into_iter().flatten().find(|stem| is_verb(stem))
}

/// Whether `word` says nothing by itself.
pub fn is_filler(word: &str) -> bool {
    holds(FILLER, word)
}

/// The words of a name in lower case, whatever its case or separators: `dateFrom`, `date-from` and
/// `DATE_FROM` are all `date`, `from`.
pub fn split(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_alphanumeric() {
            words
                .extend(std::iter::once(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            before = None;
            continue;
        }
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        let begins = c.is_uppercase()
            && before.is_some_and(|b| b.is_lowercase() || b.is_ascii_digit() || next_is_lower);
        if begins {
            words
                .extend(std::iter::once(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        word.extend(c.to_lowercase());
        before = Some(c);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// `search_invoices`, from any spelling.
pub fn snake(name: &str) -> String {
    split(name).join("_")
}

/// `SearchInvoices`, from any spelling.
pub fn pascal(name: &str) -> String {
    split(name)
        .iter()
        .flat_map(|word| {
            let mut chars = word.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a name says that its value identifies something: `id`, `invoice_id`, `userIds`, `uuid`;
/// not `grid`, not `paid`.
pub fn is_identifier(name: &str) -> bool {
    let words = split(name);
    words.last().is_some_and(|last| {
        matches!(
            last.as_str(),
            "id" | "ids" | "uuid" | "uuids" | "guid" | "guids" | "identifier"
        )
    })
}

/// The verb of a tool's name, where one can be told: the first word of its last segment, or the
/// second after a prefix (`slack_send_message`).
///
/// A word that is a noun as well gives way to a verb right behind it: `store_list` lists.
pub fn verb_of(name: &str) -> Option<String> {
    let all = split(name);
    // `find_and_replace` and `get_or_create` have two verbs; which one counts cannot be told.
    if all.iter().any(|word| word == "and" || word == "or") {
        return None;
    }
    // Without an underscore the hyphens may part words (`delete-task-list`) or, in `data-browse`,
    // the domain from the phrase.
    let whole = (!name.contains('_'))
        .then(|| verb_of_phrase(&all))
        .flatten();
    whole.or_else(|| {
        let last = name.rsplit(['-', '.', '/']).find(|part| !part.is_empty())?;
        let phrase = split(last);
        // `deploy_plan_get` puts the verb last, and what stands first is a domain.
        let ends_in_verb = phrase.len() > 2
            && phrase.last().is_some_and(|last| {
                matches!(
                    last.as_str(),
                    "get" | "list" | "create" | "delete" | "generate"
                )
            })
            // `crm_remove_name_from_list` ends in a noun.
            && !matches!(
                phrase[phrase.len() - 2].as_str(),
                "by" | "for" | "from" | "in" | "of" | "on" | "to"
            );
        if ends_in_verb {
            None
        } else {
            verb_of_phrase(&phrase)
        }
    })
}

/// Verbs of tools that change what there is. Sorted.
const UPDATING: &[&str] = &["change", "edit", "modify", "patch", "update"];

/// Whether a tool of this name changes what there is, and leaves what it is not given as it is.
pub fn updates(name: &str) -> bool {
    let verb = verb_of(name).or_else(|| split(name).pop());
    verb.is_some_and(|verb| holds(UPDATING, &verb))
}

/// The destructive verb that a name ends in when it holds no other verb: `sms_message_send`. Words
/// that are nouns as well do not count: `weekly_update`.
pub fn last_destructive_verb(name: &str) -> Option<String> {
    let words = split(name);
    let (last, before) = words.split_last()?;
    let told = is_destructive(last) && !holds(NAMING, last);
    let alone = !before.is_empty() && !before.iter().any(|word| is_verb(word));
    (told && alone).then(|| last.clone())
}

fn verb_of_phrase(words: &[String]) -> Option<String> {
    // `batch_update_rows` and `crm_batch_update_rows` update.
    let many = |word: &str| word == "batch" || word == "bulk";
    let rest = match words {
        [first, rest @ ..] if many(first) => rest,
        [first, second, rest @ ..] if many(second) && !is_verb(first) => rest,
        _ => &[],
    };
    if let [verb, _, ..] = rest
        && is_verb(verb)
    {
        return Some(verb.clone());
    }
    let (first, second) = (words.first()?, words.get(1));
    match second {
        Some(second) if is_verb(second) && !is_noun(second) && words.len() > 2 => {
            Some(if is_verb(first) { first } else { second }.clone())
        }
        _ if is_verb(first) => {
            let noun = second.is_some_and(|second| {
                is_tail(second) && is_noun(first) || is_destructive(second) && words.len() == 2
            });
            (!noun).then(|| first.clone())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_told_by_the_verb() {
        for name in ["update_invoice", "crm_edit_contact", "vm_update", "patch"] {
            assert!(updates(name), "{name}");
        }
        for name in ["create_weekly_update", "list_updates", "set_invoice", ""] {
            assert!(!updates(name), "{name}");
        }
    }

    #[test]
    fn lists_are_sorted_without_repetition() {
        for list in [
            VERBS,
            INTRANSITIVE,
            NOUNS,
            TAILS,
            DESTRUCTIVE,
            READING,
            ADDING,
            NAMING,
            ACTING,
            ACTS,
            UI,
            FILLER,
            UPDATING,
        ] {
            for pair in list.windows(2) {
                assert!(
                    pair[0] < pair[1],
                    "`{}` stands before `{}`",
                    pair[0],
                    pair[1]
                );
            }
        }
        for verb in DESTRUCTIVE.iter().chain(READING).chain(INTRANSITIVE) {
            assert!(is_verb(verb), "`{verb}` is missing among the verbs");
        }
        for verb in ACTING {
            assert!(is_verb(verb), "`{verb}` is missing among the verbs");
            assert!(!is_destructive(verb), "`{verb}` is destructive already");
        }
        for verb in ACTS {
            assert!(holds(ACTING, verb), "`{verb}` does not act");
        }
        for verb in ADDING.iter().chain(NAMING) {
            assert!(is_destructive(verb), "`{verb}` is not destructive");
        }
    }

    #[test]
    fn forms_of_a_verb_are_known() {
        for (word, verb) in [
            ("Send", "send"),
            ("sends", "send"),
            ("searches", "search"),
            ("applies", "apply"),
            ("translates", "translate"),
        ] {
            assert_eq!(imperative(word).as_deref(), Some(verb));
        }
        for word in ["tables", "s", "", "größe", "ies"] {
            assert_eq!(imperative(word), None, "{word}");
        }
    }

    #[test]
    fn names_fall_into_words_in_every_spelling() {
        for name in [
            "date_from",
            "dateFrom",
            "DateFrom",
            "date-from",
            "DATE_FROM",
            "date.from",
        ] {
            assert_eq!(split(name), ["date", "from"], "{name}");
        }
        assert_eq!(split("getHTTPUrl2"), ["get", "http", "url2"]);
        assert_eq!(split("_hello"), ["hello"]);
        assert!(split("__").is_empty());
        assert_eq!(snake("searchInvoices"), "search_invoices");
        assert_eq!(pascal("in-progress"), "InProgress");
    }

    #[test]
    fn identifiers_are_known_by_whole_words() {
        for name in [
            "id",
            "ids",
            "invoice_id",
            "invoiceId",
            "user-ids",
            "uuid",
            "projectID",
        ] {
            assert!(is_identifier(name), "{name}");
        }
        for name in ["grid", "paid", "valid", "idea", "void", "id_type", ""] {
            assert!(!is_identifier(name), "{name}");
        }
    }

    #[test]
    fn the_verb_is_found_where_it_can_be_told() {
        let verb = |name| verb_of(name).unwrap_or_default();
        assert_eq!(verb("delete_invoice"), "delete");
        assert_eq!(verb("security-store_secret"), "store");
        assert_eq!(verb("slack_send_message"), "send");
        assert_eq!(verb("getInvoice"), "get");
        assert_eq!(verb("list_updates"), "list");
        assert_eq!(verb("find_and_replace"), "");
        assert_eq!(verb("list_delete"), "");
        assert_eq!(verb("delete-todo-task-list"), "delete");
        assert_eq!(verb("data-browse"), "browse");
        assert_eq!(verb("semarchy-data-browse"), "browse");
        assert_eq!(verb("atlas-create-access-list"), "create");
        assert_eq!(verb("deploy_plan_get"), "");
        assert_eq!(verb("crm-batch-update-rows"), "update");
        assert_eq!(verb("batch_update_rows"), "update");
        assert_eq!(verb("crm_remove_name_from_list"), "remove");
        assert_eq!(verb("create_batch_export_job"), "create");
        assert_eq!(verb("post_status"), "");
        assert_eq!(verb("invoices"), "");
        let last = |name| last_destructive_verb(name).unwrap_or_default();
        assert_eq!(last("sms_message_send"), "send");
        assert_eq!(last("weekly_update"), "");
        assert_eq!(last("list_delete"), "");
        assert_eq!(last("send"), "");
    }
}
