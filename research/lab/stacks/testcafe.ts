/**
 * TestCafe with its native automation. It is not among the lab's packages, because it brings 330 others. For evaluation
 * only: no limit and no weight was chosen on these recordings.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPackage, packagePath } from '../drivers/beside.ts'
import type { Scenario, Stack } from '../scenario.ts'

const VERSION = '3.7.6'

/** The test waits in the next page until the lab has stored the session. */
const testOf = ({ url, targets, answers, scrollPx }: Scenario, done: string): string => `
import { existsSync } from 'node:fs'
import { Selector } from 'testcafe'
const { targets, answers } = ${JSON.stringify({ targets, answers })}
fixture('Survey').page(${JSON.stringify(url)})
test('Answer', async (t) => {
  await t.click(targets.first).typeText(targets.first, answers.first).click(targets.choice)
  await t.scrollBy(0, ${scrollPx}).click(targets.otherChoice)
  await t.click(targets.second).typeText(targets.second, answers.second).click(targets.submit)
  while (!existsSync(${JSON.stringify(done)})) await t.wait(300)
})
`

async function run(scenario: Scenario): Promise<void> {
  const { profile, flags, mode, env } = scenario
  const [test, done] = [join(profile, 'test.js'), join(profile, 'done')]
  writeFileSync(test, testOf(scenario, done))
  const browser = `chromium${mode === 'headless' ? ':headless' : ''} ${flags.join(' ')}`
  const child = spawn(
    process.execPath,
    [
      join(packagePath('testcafe'), 'bin/testcafe-with-v8-flag-filter.js'),
      browser,
      test,
      '--disable-page-caching',
    ],
    { env: { ...env, HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4000)
    })
  }
  const failed = ended.then(() => {
    throw new Error(`TestCafe ended: ${output}`)
  })
  try {
    await Promise.race([scenario.sent(), failed])
    await scenario.finished()
    writeFileSync(done, '')
    await Promise.race([ended, once(AbortSignal.timeout(10_000), 'abort')])
  } finally {
    failed.catch(() => {})
    child.kill()
    await ended
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-testcafe',
    family: 'unseen-library',
    modes: ['headed', 'headless'],
    times: 2,
    what: '`click` and `typeText` with native automation',
    missing: () => missingPackage('testcafe', VERSION),
    run,
  },
]
