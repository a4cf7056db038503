import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPeople } from './folder.ts'
import { scoreSession } from './score_session.ts'

const PEOPLE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'human')
const hasData = existsSync(PEOPLE)
if (!hasData) process.stdout.write(`skipped: no recordings of people in ${PEOPLE}\n`)

describe.runIf(hasData)('recordings of people', () => {
  it('stay below 50 on remote desktops and with mice of every speed', async () => {
    for await (const recording of readPeople(PEOPLE, new Set(['balabit', 'sapimouse', 'web_captcha']))) {
      if (recording.kind === 'person')
        expect([recording.name, scoreSession(recording).score]).toEqual([recording.name, 0])
    }
  }, 600_000)
})
