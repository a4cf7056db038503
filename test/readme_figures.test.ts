/** The figures of the README and of the lab page are those of the tables. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cell, findTable, readTables } from '../tools/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const tables = (name: string) => readTables(join(ROOT, 'docs/benchmarks/tables', `${name}.json`))

const rowOf = (name: string, table: string, row: string): readonly Cell[] =>
  findTable(tables(name), table).rows.find(([first]) => first === row) ?? []

const counts = (cells: readonly Cell[]): string[] =>
  cells.flatMap((cell) => (Array.isArray(cell) ? [`${cell[0]} of ${cell[1]}`] : []))

describe('the README', () => {
  it.each([
    ['automated runs detected', counts(rowOf('lab', 'automation-by-family', 'all'))],
    ['simulated people flagged', counts(rowOf('lab', 'simulated-people', 'all'))],
  ])('has the %s of the lab', (label, [byhand, botd, fpscanner]) => {
    expect(read('README.md')).toContain(`| ${label} | **${byhand}** | ${botd} | ${fpscanner} |`)
  })
})

describe('the lab page', () => {
  it('has the totals of the lab', () => {
    const page = read('docs/benchmarks/lab.md')
    const [from50, from70] = rowOf('lab', 'held-out-by-family', 'all').slice(1) as [number, number][]
    expect(page).toContain(`held-out-tools), ${from50?.[1]} | ${from50?.[0]} | ${from70?.[0]} |`)
    const [detected] = rowOf('lab', 'automation-by-family', 'all').slice(1) as [number, number][]
    expect(page).toMatch(
      new RegExp(
        `all automation, ${detected?.[1]}\\*\\* \\| \\*\\*\\d+\\*\\* \\| \\*\\*${detected?.[0]}\\*\\*`,
      ),
    )
  })
})
