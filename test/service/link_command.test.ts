/** `byhand link` beside a running service: the links that it prints work, and wrong options are named. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byhandHere as byhand } from './command.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  service = await runService()
  workspace = await service.workspace()
})
afterAll(() => service.stop())

const link = (...words: string[]) =>
  byhand(
    { folder: service.folder, env: { BYHAND_PUBLIC_URL: service.address } },
    'link',
    '--workspace',
    workspace.id,
    '--title',
    'A "study"',
    ...words,
  )
const SURVEY = 'https://survey.example/to?pid={participant}#s={session}'
const PANEL = 'https://panel.example/complete?cc=COMPLETE-1'

it('prints a start link that opens the survey, and an end link that completes', async () => {
  const { code, stdout } = await link(
    '--survey-url',
    SURVEY,
    '--completion-url',
    PANEL,
    '--consent',
    '--json',
  )
  expect(code).toBe(0)
  const { start, end } = JSON.parse(stdout) as Record<'start' | 'end', string>
  const page = await (await fetch(`${start}?PROLIFIC_PID=p1`)).text()
  expect(page).toContain('A &quot;study&quot;')
  expect(page).toContain('https://survey.example/to?pid=p1')
  expect(page).toContain('Agree and start')
  const done = await fetch(end, { redirect: 'manual' })
  expect([done.status, done.headers.get('location')]).toEqual([302, PANEL])
  for (const text of ['survey.example', 'panel.example', 'COMPLETE-1'])
    expect(start + end).not.toContain(text)
})

it('warns if participants cannot open the links', async () => {
  const words = ['link', '--workspace', workspace.id, '--title', 'A', '--survey-url', SURVEY]
  for (const [url, isLocal] of [
    ['', true],
    ['http://localhost:8787', true],
    ['https://byhand.example.org', false],
  ] as const) {
    const place = { folder: service.folder, env: url ? { BYHAND_PUBLIC_URL: url } : {} }
    const { code, stderr } = await byhand(place, ...words, '--completion-code', 'x', '--json')
    expect([code, stderr.includes('BYHAND_PUBLIC_URL')]).toEqual([0, isLocal])
  }
})

it('shows a code to panels without such a page', async () => {
  const { stdout } = await link('--survey-url', SURVEY, '--completion-code', 'CODE-7')
  expect(stdout).toContain('Start link, for the panel:')
  const end = /End link\S*.*?(http\S+)/s.exec(stdout)?.[1] as string
  expect(await (await fetch(end)).text()).toContain('CODE-7')
})

it.each([
  [1, ['--survey-url', SURVEY], '--completion-url or --completion-code'],
  [2, ['--survey-url', 'javascript:alert(1)', '--completion-code', 'x'], '--survey-url'],
  [2, ['--survey-url', SURVEY, '--completion-url', PANEL, '--completion-code', 'x'], 'cannot be used with'],
  [
    1,
    ['--survey-url', SURVEY, '--completion-code', 'x', '--site-key', 'bh_pk_none'],
    'no site key bh_pk_none',
  ],
])('exits with %i and names what is wrong with %j', async (code, words, problem) => {
  expect(await link(...words)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(problem) })
})
