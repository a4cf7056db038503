/** Replaces a paragraph that only links to a file of tables by the tables themselves. */
import { findTable, type Table, tableAsMarkdown, tablesAsMarkdown } from '../tools/tables.ts'

/** The whole paragraph is one link: to a file of tables, or to one table of it. */
const TABLE_LINK = /^\[[^\]\n]*\]\(([^()\s#]+\.json)(?:#([\w-]+))?\)$/gm

export const withTables = (body: string, read: (link: string) => readonly Table[]): string =>
  body.replace(TABLE_LINK, (_all, link: string, id: string | undefined) => {
    const tables = read(link)
    return id === undefined ? tablesAsMarkdown(tables) : tableAsMarkdown(findTable(tables, id))
  })
