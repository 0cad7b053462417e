/** The schema of a facts store's file, and the steps that bring an older one up to it. */

/** "edgf": tells a facts store from any other SQLite file. */
export const applicationId = 0x65646766

/** Schema version n is what the first n steps make, each a few statements. */
export type Migrations = ReadonlyArray<ReadonlyArray<string>>

/** A step, once released, never changes. */
export const migrations: Migrations = [
  [
    `CREATE TABLE fact (
      id INTEGER PRIMARY KEY, fact_id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, text TEXT NOT NULL,
      tags TEXT NOT NULL, source_label TEXT) STRICT`,
    // Words only: the texts stand in the table above. This tokenizer takes every character beyond ASCII for a letter:
    // which of them are is decided once, in FactWords, for facts and queries alike.
    `CREATE VIRTUAL TABLE word USING fts5(topic, tags, text, content='', contentless_delete=1,
      tokenize="ascii")`,
    // Which words there are, for the ends of unfinished ones: the index itself reads all postings to tell.
    "CREATE TABLE spelling (word TEXT PRIMARY KEY) WITHOUT ROWID, STRICT",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(word, row)",
    // Fewer, larger segments while a large file is imported.
    `INSERT INTO word(word, rank) VALUES('hashsize', ${32 << 20})`,
  ],
]

/** The statements that bring a file of this version up to date, the stamp of the new version last; none where it is. */
export const stepsFrom = (version: number, to: Migrations): ReadonlyArray<string> =>
  version >= to.length
    ? []
    : [...to.slice(version).flat(), `PRAGMA application_id = ${applicationId}`, `PRAGMA user_version = ${to.length}`]
