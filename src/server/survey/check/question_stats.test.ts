import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAnalysis } from '../../../../test/store/surveys.ts'
import { addSample, type QuestionStats, sampleOf } from '../../../features/text/question_stats.ts'
import { openSqlite } from '../../../store/sqlite/sqlite.ts'
import type { Store } from '../../../store/store.ts'
import { openLog } from '../../telemetry/log.ts'
import {
  currentStats,
  isCounted,
  isSaveDue,
  newSamples,
  removeFromQuestionStats,
  updateQuestionStats,
} from './question_stats.ts'

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

/** Stores an update as the path of a request does, without its analysis. */
async function update(key: Key, add: string | null, remove: string | null = null): Promise<void> {
  const read = await stored(key)
  const updates = [
    {
      questionId: '__proto__',
      add: add === null ? null : sample(add),
      remove: remove === null ? null : sample(remove),
    },
  ]
  await store.surveys.save(newAnalysis(key), [], undefined, newSamples(updates))
  await updateQuestionStats({ store, log }, key, updates, isSaveDue(read) ? ['__proto__'] : [])
}
const stored = (key: Key) => store.surveys.questionStats(key.workspace, key.surveyId, '__proto__')
const statsOf = async (key: Key) => currentStats(await stored(key))
const wordsOf = async (key: Key): Promise<Record<string, number>> =>
  Object.fromEntries((await statsOf(key))?.words ?? [])

describe('the statistics of a question', () => {
  it('add an answer and remove an earlier one', async () => {
    const key = newKey()
    await update(key, 'green parks')
    await update(key, 'green trains')
    expect(await wordsOf(key)).toEqual({ green: 2, parks: 1, trains: 1 })
    await update(key, 'quiet trains', 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, quiet: 1, trains: 2 })
    await update(key, null, 'quiet trains')
    expect(await wordsOf(key)).toEqual({ green: 1, trains: 1 })
  })

  it('are stored as samples, and saved with all of them after some answers', async () => {
    const key = newKey()
    let expected: QuestionStats | null = null
    let mostSamples = 0
    for (let at = 0; at < 70; at++) {
      const text = `river ${at.toString(36)}ing ${'abcdefg'[at % 7]}ough`
      await update(key, text)
      expected = addSample(expected, sample(text))
      const found = await stored(key)
      mostSamples = Math.max(mostSamples, found?.samples.length ?? 0)
      expect(currentStats(found)).toEqual(expected)
    }
    expect(mostSamples).toBeGreaterThan(20)
    expect(mostSamples).toBeLessThan(40)
    expect((await stored(key))?.saved).toBeGreaterThan(0)
  })

  it('lose no update when many run at once', async () => {
    const key = newKey()
    await Promise.all(['one', 'two', 'three', 'four', 'five'].map((word) => update(key, `river ${word}`)))
    expect((await wordsOf(key)).river).toBe(5)
    await Promise.all(
      ['one', 'two', 'three'].map((word) => update(key, `river ${word} bank`, `river ${word}`)),
    )
    expect(await wordsOf(key)).toMatchObject({ river: 5, bank: 3 })
  })

  it('write nothing for an unchanged answer', async () => {
    const key = newKey()
    await update(key, 'green parks', 'Green parks!')
    expect(await stored(key)).toBeNull()
  })

  it('do not count a flood of copies', async () => {
    const key = newKey()
    for (let at = 0; at < 8; at++) {
      expect(isCounted(await statsOf(key), sample('green parks'))).toBe(true)
      await update(key, 'green parks')
    }
    const before = await statsOf(key)
    expect(isCounted(before, sample('green parks'))).toBe(false)
    expect(isCounted(before, sample('green trains'))).toBe(true)
    await update(key, 'green parks')
    expect(await statsOf(key)).toEqual(before)
    expect(await wordsOf(key)).toEqual({ green: 3, parks: 3 })
  })

  it('hold nothing of an erased answer, not even of one that was not counted', async () => {
    const key = newKey()
    for (let at = 0; at < 9; at++) await update(key, 'green parks')
    await update(key, 'quiet zanzibar')
    await removeFromQuestionStats(store, key, [['__proto__', sample('quiet zanzibar')]])
    const found = await stored(key)
    expect(found?.samples).toEqual([])
    expect(found?.value).not.toContain('zanzibar')
    expect(await wordsOf(key)).toEqual({ green: 3, parks: 3 })
  })

  it('start again from zero if the stored statistics are invalid', async () => {
    const key = newKey()
    await store.surveys.saveQuestionStats(key.workspace, key.surveyId, '__proto__', '[1,2', 0)
    await update(key, 'green parks')
    expect(await wordsOf(key)).toEqual({ green: 1, parks: 1 })
  })

  it('only log a failure of the store', async () => {
    const failing = {
      surveys: { questionStats: () => Promise.reject(new Error('the disk is full')) },
    } as unknown as Store
    await updateQuestionStats({ store: failing, log }, newKey(), [], ['q'])
    expect(logged.some((line) => line.includes('question statistics update failed'))).toBe(true)
  })
})
