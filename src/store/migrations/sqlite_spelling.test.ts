import { expect, it } from 'vitest'
import { inSqliteSpelling } from './sqlite_spelling.ts'

it('spells types and tables for SQLite', () => {
  const sql = `
CREATE TABLE things (
  bucket smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  context bytea,
  texts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, id)
);
CREATE INDEX things_texts ON things (texts);
`
  expect(inSqliteSpelling(sql)).toBe(`
CREATE TABLE things (
  bucket INTEGER NOT NULL,
  id TEXT NOT NULL,
  context BLOB,
  texts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, id)
) STRICT;
CREATE INDEX things_texts ON things (texts);
`)
})
