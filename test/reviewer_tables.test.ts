/** The tables for reviewers name files that exist, count correctly, and agree with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION, KEPT } from '../src/contract/retention.ts'
import { findTable, readTables } from '../tools/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** Cells of all rows that are no header. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|extensions|test|tools|docs|research|bin|deploy)\/[^`\s]+|[\w.]+\.json)`/g)].map(
    ([, path]) => path as string,
  )

it.each([
  'docs/reference/tables/asvs.json',
  'docs/reference/tables/accessibility.json',
  'docs/explanation/security.md',
])('every path in %s exists', (page) => {
  const paths = pathsIn(read(page))
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  if (page !== 'docs/explanation/security.md') expect(paths.length).toBeGreaterThan(5)
})

it('every threat names a test that exists', () => {
  const [threats] = readTables(join(ROOT, 'docs/explanation/tables/threats.json'))
  const names = (threats?.rows ?? []).map((row) =>
    [...String(row.at(-1)).matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  )
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((tests) => tests.length === 0)).toEqual([])
  const files = globSync(['{src,extensions}/**/*.test.ts', 'test/*.test.ts', 'test/*/*.test.ts'], {
    cwd: ROOT,
  })
  const isTest = (name: string) =>
    files.some((file) => file.endsWith(`/${name.replace(/\.test$/, '')}.test.ts`))
  expect(names.flat().filter((name) => !isTest(name))).toEqual([])
})

describe('the ASVS table', () => {
  const tables = readTables(join(ROOT, 'docs/reference/tables/asvs.json'))
  const cells = (id: string) => findTable(tables, id).rows.map((row) => row.map(String))
  const sections = cells('sections')
  const idsIn = (cell = '') => cell.split(', ').filter(Boolean)

  it('counts all requirements of levels 1 and 2', () => {
    const total = sections.reduce((sum, [, count]) => sum + Number(count), 0)
    const open = sections.flatMap(([, , ids]) => idsIn(ids)).length
    const inapplicable = sections.reduce(
      (sum, [, count, , ids]) => sum + (ids === 'all' ? Number(count) : idsIn(ids).length),
      0,
    )
    expect(total).toBe(253)
    expect(rowsOf(read('docs/reference/asvs.md'))).toContainEqual(
      [total - open - inapplicable, open, inapplicable].map(String),
    )
  })

  it('names a file for each section in which a requirement holds', () => {
    const bare = sections.filter(([, count, open, inapplicable, shown]) => {
      const others =
        idsIn(open).length + (inapplicable === 'all' ? Number(count) : idsIn(inapplicable).length)
      return Number(count) > others && pathsIn(shown ?? '').length === 0
    })
    expect(bare.map(([name]) => name)).toEqual([])
  })

  it('explains every open requirement', () => {
    const named = cells('open').flatMap(([ids]) => idsIn(ids))
    const open = sections.flatMap(([, , ids]) => idsIn(ids))
    const isExplained = (id: string) => named.some((name) => id === name || id.startsWith(`${name}.`))
    expect(open.filter((id) => !isExplained(id))).toEqual([])
  })
})

it('the retention table has the periods of the code', () => {
  const [, table = ''] = read('docs/explanation/data-protection.md').split('## Retention')
  const rows = rowsOf(table.split('\n## ')[0] as string)
  const kept = (what: string) => rows.find(([name]) => name?.startsWith(what))?.[1]
  const period = (value: number | null, unit: string) => (value === null ? 'forever' : `${value} ${unit}`)
  expect({
    sessions: kept('sessions'),
    addresses: kept('full IP addresses'),
    surveys: kept('survey answers'),
    deliveries: kept('webhook'),
    uploads: kept('uploaded'),
    keys: kept('idempotency'),
    votes: kept('votes'),
    logins: kept('logins'),
    invitations: kept('invitations'),
  }).toEqual({
    sessions: period(DEFAULT_RETENTION.session_days, 'days'),
    addresses: period(DEFAULT_RETENTION.address_hours, 'hours'),
    surveys: period(DEFAULT_RETENTION.survey_days, 'days'),
    deliveries: period(KEPT.deliveryDays, 'days'),
    uploads: period(KEPT.uploadDays, 'days'),
    keys: period(KEPT.idempotencyHours, 'hours'),
    votes: period(KEPT.voteWeeks, 'weeks'),
    logins: `valid for ${KEPT.loginDays} days, or ${KEPT.loginIdleHours} idle hours`,
    invitations: `valid for ${KEPT.invitationDays} days`,
  })
})
