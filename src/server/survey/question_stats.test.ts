import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../features/text/question_stats.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { openLog } from '../base/log.ts'
import { learn, openStats } from './question_stats.ts'

let folder: string
let store: Store
const logged: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-learning-'))
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

const teach = (key: Key, add: string | null, forget: string | null = null, in_ = store) =>
  learn({ store: in_, log }, key, [
    {
      questionId: '__proto__',
      add: add === null ? null : sample(add),
      forget: forget === null ? null : sample(forget),
    },
  ])
const held = (key: Key) => store.surveys.questionStats(key.workspace, key.surveyId, '__proto__')
const wordsOf = async (key: Key) => openStats((await held(key))?.value ?? null)?.words ?? {}

describe('learning', () => {
  it('adds an answer, and takes an earlier one out', async () => {
    const key = newKey()
    await teach(key, 'green parks')
    await teach(key, 'green trains')
    expect(await wordsOf(key)).toEqual({ green: 2, parks: 1, trains: 1 })
    await teach(key, 'quiet trains', 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, quiet: 1, trains: 2 })
    await teach(key, null, 'quiet trains')
    expect(await wordsOf(key)).toEqual({ green: 1, trains: 1 })
  })

  it('loses nothing when many learn at once', async () => {
    const key = newKey()
    await Promise.all(['one', 'two', 'three', 'four', 'five'].map((word) => teach(key, `river ${word}`)))
    expect((await wordsOf(key)).river).toBe(5)
  })

  it('writes nothing for an answer that did not change, and nothing for a flood of copies', async () => {
    const key = newKey()
    await teach(key, 'green parks', 'Green parks!')
    expect(await held(key)).toBeNull()
    for (let at = 0; at < 8; at++) await teach(key, 'green parks')
    const before = (await held(key))?.revision
    for (let at = 0; at < 5; at++) await teach(key, 'green parks')
    expect((await held(key))?.revision).toBe(before)
    expect(await wordsOf(key)).toEqual({ green: 1, parks: 1 })
  })

  it('begins anew when what it finds is of another kind', async () => {
    const key = newKey()
    await store.surveys.saveQuestionStats(key.workspace, key.surveyId, '__proto__', '[1,2', 0)
    await teach(key, 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, parks: 1 })
  })

  it('says so, and does no more, when the store cannot take it', async () => {
    const failing = {
      surveys: { stats: () => Promise.reject(new Error('the disk is full')) },
    } as unknown as Store
    await teach(newKey(), 'green parks', null, failing)
    expect(logged.some((line) => line.includes('could not be stats from'))).toBe(true)
  })
})
