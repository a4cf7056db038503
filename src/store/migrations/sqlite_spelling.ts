/** The statements of both engines are written for PostgreSQL. The order of text by bytes is the default of SQLite. */
export const inSqliteSpelling = (sql: string): string =>
  sql
    .replaceAll(' COLLATE "C"', '')
    .replace(/\b(bigint|smallint)\b/g, 'INTEGER')
    .replace(/\btext\b/g, 'TEXT')
    .replace(/\bbytea\b/g, 'BLOB')
    .replaceAll('\n);', '\n) STRICT;')
