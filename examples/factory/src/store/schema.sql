-- Documents are JSON text. A revision of a plan is written once and never changed.

CREATE TABLE project (
    number    INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice; the id is made from it
    id        TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    tables    TEXT NOT NULL, -- as they were taken in
    stage     TEXT NOT NULL,
    refused   INTEGER NOT NULL, -- whether validation found something that is not mended yet
    -- Revisions of the plan: the current one, and the last that was taken so far.
    planned   INTEGER,
    generated INTEGER,
    validated INTEGER,
    deployed  INTEGER
) STRICT;

CREATE INDEX project_at_stage ON project (stage, number);

CREATE TABLE plan (
    project_id TEXT NOT NULL,
    revision   INTEGER NOT NULL,
    entities   TEXT NOT NULL,
    PRIMARY KEY (project_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE section (
    project_id TEXT NOT NULL,
    kind       TEXT NOT NULL,
    position   INTEGER NOT NULL,
    entity     TEXT NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (project_id, kind, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE deployment (
    number      INTEGER PRIMARY KEY,
    project_id  TEXT NOT NULL,
    revision    INTEGER NOT NULL,
    tables      TEXT NOT NULL,
    deployed_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

CREATE INDEX deployment_of_project ON deployment (project_id);
