import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../features/text/question_stats.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { openLog } from '../base/log.ts'
import { parseStats, updateQuestionStats } from './question_stats.ts'

let folder: string
let store: Store
const logged: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-question-stats-'))
  store = await openSqlite({ folder })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const log = openLog('info', (line) => logged.push(line))
const sample = (text: string) => sampleOf(text, null)
let surveys = 0
const newKey = () => ({ workspace: 'w', surveyId: `s${surveys++}`, participantId: 'p' })
type Key = ReturnType<typeof newKey>

const update = (key: Key, add: string | null, remove: string | null = null, in_ = store) =>
  updateQuestionStats({ store: in_, log }, key, [
    {
      questionId: '__proto__',
      add: add === null ? null : sample(add),
      remove: remove === null ? null : sample(remove),
    },
  ])
const stored = (key: Key) => store.surveys.questionStats(key.workspace, key.surveyId, '__proto__')
const wordsOf = async (key: Key) => parseStats((await stored(key))?.value ?? null)?.words ?? {}

describe('updateQuestionStats', () => {
  it('adds an answer and removes an earlier one', async () => {
    const key = newKey()
    await update(key, 'green parks')
    await update(key, 'green trains')
    expect(await wordsOf(key)).toEqual({ green: 2, parks: 1, trains: 1 })
    await update(key, 'quiet trains', 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, quiet: 1, trains: 2 })
    await update(key, null, 'quiet trains')
    expect(await wordsOf(key)).toEqual({ green: 1, trains: 1 })
  })

  it('loses no update when many run at once', async () => {
    const key = newKey()
    await Promise.all(['one', 'two', 'three', 'four', 'five'].map((word) => update(key, `river ${word}`)))
    expect((await wordsOf(key)).river).toBe(5)
  })

  it('writes nothing for an unchanged answer or a flood of copies', async () => {
    const key = newKey()
    await update(key, 'green parks', 'Green parks!')
    expect(await stored(key)).toBeNull()
    for (let at = 0; at < 8; at++) await update(key, 'green parks')
    const before = (await stored(key))?.revision
    for (let at = 0; at < 5; at++) await update(key, 'green parks')
    expect((await stored(key))?.revision).toBe(before)
    expect(await wordsOf(key)).toEqual({ green: 3, parks: 3 })
  })

  it('starts again from zero if the stored statistics are invalid', async () => {
    const key = newKey()
    await store.surveys.saveQuestionStats(key.workspace, key.surveyId, '__proto__', '[1,2', 0)
    await update(key, 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, parks: 1 })
  })

  it('only logs a failure of the store', async () => {
    const failing = {
      surveys: { stats: () => Promise.reject(new Error('the disk is full')) },
    } as unknown as Store
    await update(newKey(), 'green parks', null, failing)
    expect(logged.some((line) => line.includes('question statistics update failed'))).toBe(true)
  })
})
