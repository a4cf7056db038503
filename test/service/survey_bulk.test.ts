/** `byhand survey check` on the store and through a running service. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { surveyCommand } from '../../src/cli/survey.ts'
import { openCsvParser } from '../../src/server/files/csv.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { ANSWERS, QUESTIONS } from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let folder: string
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  folder = await mkdtemp(join(tmpdir(), 'byhand-bulk-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const table = () =>
  [
    `ResponseId,${quoted(QUESTIONS.q1)},choice`,
    `R1,${quoted(ANSWERS[0].q1)},a`,
    `R2,${quoted(ANSWERS[1].q1)},b`,
    `R3,${quoted(`${ANSWERS[0].q1}\n`)},=b`,
    'R4,asdflkj asdlkfj qwpoeiru zxcmv asldkfj qpwoeiru,c',
    'R5,,c',
  ].join('\r\n')

async function run(name: string, ...args: string[]) {
  const input = join(folder, `${name}.csv`)
  const output = join(folder, `${name}.out.csv`)
  await writeFile(input, table())
  const written: string[] = []
  const command = surveyCommand({
    env: { BYHAND_DATA: service.folder },
    write: (text) => written.push(text),
    isTerminal: true,
  })
  await command.parseAsync(['check', input, '--out', output, ...args], { from: 'user' })
  const parser = openCsvParser(',')
  const [header = [], ...rows] = [...parser.push(await readFile(output, 'utf8')), ...parser.end()]
  const cells = rows.map((row) => Object.fromEntries(header.map((column, at) => [column, row[at]])))
  return { cells, output: written.join('') }
}

const CHECKS = 'byhand_q1_checks'

function holds(cells: Record<string, string | undefined>[]): void {
  expect(cells.map((row) => row.byhand_flagged)).toEqual(['false', 'false', 'true', 'true', ''])
  expect(cells[2]).toMatchObject({ [CHECKS]: 'Cross-duplicate response', choice: '=b' })
  expect(cells[3]?.[CHECKS]).toContain('Automated test: Gibberish')
  expect(cells[4]).toMatchObject({
    byhand_warning: 'Not analyzed: the row has no answers.',
    byhand_q1_group: '',
  })
  expect(cells[2]?.byhand_q1_group).toBe(cells[0]?.byhand_q1_group)
}

describe('a file of answers', () => {
  it('is analyzed next to the running service', async () => {
    const { cells, output } = await run('here')
    holds(cells)
    expect(output).toContain('5/5')
    expect(output).toContain('5 rows: 0 rejected, 1 skipped')
    expect(output.trimEnd()).toMatch(/4 participants: 2 failed a check\. Keep 1, review [12], remove [01]\.$/)
    expect(output).toMatch(/4 participants analyzed in \d+\.\d s/)
    expect(output).toContain('1  Cross-duplicate response')
  })

  it('is analyzed by a running service', async () => {
    const { cells } = await run('there', '--url', service.address, '--key', workspace.secretKey)
    holds(cells)
  })

  it('is analyzed once: a second run has nothing to do', async () => {
    await run('again')
    expect((await run('again')).output).toContain('5 rows, 5 of them in an earlier run')
  })

  it.each([
    ['a missing column', ['--question', 'nothing'], 'no column named "nothing"'],
    ['an unknown workspace', ['--workspace', 'nobody'], 'no workspace nobody'],
    ['an unreachable address', ['--url', 'http://127.0.0.1:1', '--key', 'x'], 'cannot be reached'],
  ])('is rejected with %s', async (_, args, sentence) => {
    const written: string[] = []
    const input = join(folder, 'wrong.csv')
    await writeFile(input, table())
    const command = surveyCommand({
      env: { BYHAND_DATA: service.folder },
      write: (text) => written.push(text),
    })
    const before = process.exitCode
    await command.parseAsync(['check', input, '--out', join(folder, 'wrong.out.csv'), ...args], {
      from: 'user',
    })
    expect(process.exitCode).toBe(1)
    process.exitCode = before
    expect(written.join('')).toContain(sentence)
  })
})
