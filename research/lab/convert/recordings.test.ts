/** Results of the checks on recordings of known origin: detected and not detected for each check that has both. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionCheckName } from '../../../src/contract/checks.ts'
import { readBots } from './folder.ts'
import type { Labeled } from './labeled.ts'
import { readPersonas } from './personas/personas.ts'
import { scoreSession } from './score_session.ts'

const DATA = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data')
const hasData = existsSync(join(DATA, 'bots'))
if (!hasData) process.stdout.write(`skipped: no recordings of automation in ${DATA}\n`)

/** For each check, a recording that it must detect and a person's recording that it must not. */
const BOTH_SIDES: Readonly<Partial<Record<SessionCheckName, readonly [string, string]>>> = {
  agent_behavior: ['playwright-typed-headless', 'personas/ordinary'],
  programmatic_typing: ['playwright-naive-headless', 'personas/very fast typist'],
  teleporting_mouse: ['playwright-mcp-headed', 'personas/ordinary'],
  all_pasted: ['xdotool-extpaste-headed', 'personas/ordinary'],
  jump_scrolling: ['playwright-mcp-headed', 'personas/keyboard only'],
  centered_clicks: ['selenium-headed', 'personas/tapping a touchpad'],
  programmatic_clicking: ['ext-content-headed', 'personas/tapping a touchpad'],
  external_input: ['xdotool-extpaste-headed', 'personas/ordinary'],
  bot: ['selenium-stealthy-headed', 'personas/privacy browser, blurred signals'],
  virtual_machine: ['playwright-naive-headless', 'personas/ordinary'],
  software_renderer: ['playwright-naive-headless', 'personas/ordinary'],
}

describe.runIf(hasData)('recordings of automation', async () => {
  const recordings = hasData ? await Array.fromAsync(readBots(join(DATA, 'bots'))) : []
  const personas = [...readPersonas()]
  const find = (name: string): Labeled => {
    const found = [...recordings, ...personas].find((one) => one.name === name)
    if (found === undefined) throw new Error(`recording ${name} not found`)
    return found
  }

  it.each(Object.entries(BOTH_SIDES))(
    '%s detects automation and not a person',
    (check, [automation, person]) => {
      const name = check as SessionCheckName
      expect(scoreSession(find(automation)).outcomes[name].result).toBe('Detected')
      expect(scoreSession(find(person)).outcomes[name].result).toBe('Not detected')
    },
  )

  it.each(recordings.filter(({ kind }) => kind === 'control'))(
    '$name, a control, stays below 50',
    (recording) => {
      expect(scoreSession(recording).score).toBeLessThan(50)
    },
  )

  // The run that moves and types like a person through the operating system is a known gap; see
  // docs/benchmarks/lab.md.
  const caught = recordings.filter(
    ({ kind, name }) => kind === 'automation' && !name.startsWith('xdotool-human'),
  )
  it.each(caught)('$name reaches 70', (recording) => {
    expect(scoreSession(recording).score).toBeGreaterThanOrEqual(70)
  })
})
