import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../../store/sqlite/sqlite.ts'
import type { Store } from '../../../store/store.ts'
import { type AnswerSketch, sketchAnswer } from '../request/answer_sketch.ts'
import { digestOfSketch, type EarlierPlacement, placeAnswer } from './find_duplicates.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-duplicates-'))
  store = await openSqlite({ folder })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const LONG = 'I think the parks in our town are the best thing about living here, above all in spring.'
const OTHER = 'My neighbours never turn their music down, and nobody from the council ever answers a letter.'

let surveys = 0
/** A new survey whose answers arrive in sequence. */
function newSurvey(workspace = 'w1', surveyId = `s${surveys++}`) {
  const earlier = new Map<string, ReadonlyMap<string, EarlierPlacement>>()
  return async (participantId: string, text: string) => {
    const answer = sketchAnswer('q1', text) as AnswerSketch
    const key = { workspace, surveyId, participantId }
    const placed = await placeAnswer(answer, {
      store: store.surveys,
      key,
      earlier: earlier.get(participantId) ?? new Map(),
      newGroup: (questionId) => store.surveys.nextGroup(workspace, surveyId, questionId),
    })
    const row = { ...key, id: `${workspace}${surveyId}${participantId}`, version: 'v021' as const }
    await store.surveys.save(
      { ...row, analyzedAt: 1, flagged: false, rank: 0, request: '{}', result: '{}', deviceId: null },
      placed.index === null ? [] : [placed.index],
    )
    const { group, later, similarity } = placed
    const packed = placed.index?.sketch ?? null
    earlier.set(
      participantId,
      new Map([['q1', { group, later, similarity, packed, sketchDigest: digestOfSketch(answer.packed) }]]),
    )
    return placed
  }
}

describe('clusters of similar answers', () => {
  it('start with the first answer and grow with copies', async () => {
    const arrive = newSurvey()
    expect(await arrive('a', LONG)).toMatchObject({ group: 1, later: false, shared: false })
    expect(await arrive('b', OTHER)).toMatchObject({ group: 2, later: false, shared: false })
    expect(await arrive('c', LONG)).toMatchObject({ group: 1, later: true, shared: true })
    expect(await arrive('d', LONG.replace('town', 'city').replace('best', 'nicest'))).toMatchObject({
      group: 1,
      later: true,
    })
  })

  it('hold short copies with another letter changed in each', async () => {
    const arrive = newSurvey()
    const copies = [
      'The quiet old streets',
      'The quoet old streets',
      'The quiet olt streets',
      'The quiet old streots',
    ]
    for (const [at, copy] of copies.entries()) {
      const placed = await arrive(`p${at}`, copy)
      expect(placed).toMatchObject({ group: 1, later: at > 0, overlap: { changed: at } })
      if (at > 0) expect(placed.overlap.damaged.size).toBeGreaterThan(0)
    }
    expect(await arrive('other', 'The quiet new streets')).toMatchObject({ group: 2, later: false })
  })

  it('count exact and changed copies together', async () => {
    const arrive = newSurvey()
    const changed = LONG.replace('spring', 'summer')
    for (const [at, text] of [LONG, changed, LONG, changed].entries()) await arrive(`p${at}`, text)
    expect(await arrive('last', LONG)).toMatchObject({ group: 1, members: 5 })
  })

  it.each([
    ['zero-width characters', LONG.split('').join('\u200b')],
    ['case and punctuation', LONG.toUpperCase().replaceAll(',', ' - ')],
    ['spaces', `  ${LONG.replaceAll(' ', '\u00a0\n')}`],
    ['full-width letters', LONG.replace(/[a-z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))],
  ])('see through %s', async (_, copy) => {
    const arrive = newSurvey()
    await arrive('a', LONG)
    expect(await arrive('b', copy)).toMatchObject({ group: 1, later: true })
  })

  it('hold answers without letters only if they are equal', async () => {
    const arrive = newSurvey()
    expect(await arrive('a', '😀')).toMatchObject({ group: 1 })
    expect(await arrive('b', '!?')).toMatchObject({ group: 2, later: false })
    expect(await arrive('c', ' 😀\u200b')).toMatchObject({ group: 1, later: true })
  })

  it('keep a participant who sends the same answer again', async () => {
    const arrive = newSurvey()
    await arrive('a', LONG)
    await arrive('b', LONG)
    expect(await arrive('a', LONG)).toMatchObject({ group: 1, later: false, shared: true })
    expect(await arrive('b', LONG)).toMatchObject({ group: 1, later: true, shared: true })
  })

  it('keep their number when the only member edits a word', async () => {
    const arrive = newSurvey()
    await arrive('a', LONG)
    expect(await arrive('a', LONG.replace('spring', 'autumn'))).toMatchObject({ group: 1, later: false })
    expect(await arrive('a', OTHER)).toMatchObject({ group: 2, later: false })
  })

  it('index only as many copies as a search needs', async () => {
    const arrive = newSurvey()
    let indexed = 0
    for (let at = 0; at < 40; at++) {
      const { index, group, later } = await arrive(`p${at}`, LONG)
      expect([group, later]).toEqual([1, at > 0])
      if (index !== null) indexed++
    }
    expect(indexed).toBe(12)
  })

  it('find their members even if a copy started another cluster', async () => {
    const arrive = newSurvey('w1', 'emptied')
    const names = Array.from({ length: 14 }, (_, at) => `p${at}`)
    for (const name of names) await arrive(name, LONG)
    for (const participantId of names.slice(0, 12)) {
      await store.surveys.erase({ workspace: 'w1', surveyId: 'emptied', participantId })
    }
    expect(await arrive('q', LONG)).toMatchObject({ group: 2, later: false, shared: false })
    expect(await arrive('p12', LONG)).toMatchObject({ group: 1, later: true, shared: false })
    expect(await arrive('p13', LONG)).toMatchObject({ group: 1, later: true, shared: true })
    expect(await arrive('r', LONG)).toMatchObject({ group: 2, later: true, shared: true })
  })

  it('are found despite a flood of answers with shared hashes', async () => {
    const arrive = newSurvey()
    await arrive('needle', `${OTHER} ${LONG}`)
    for (let at = 0; at < 60; at++)
      await arrive(`p${at}`, `${OTHER} And there were ${at * 7919} of them in ${at} places.`)
    expect(await arrive('copy', `${OTHER} ${LONG}`)).toMatchObject({ group: 1, later: true })
  })

  it('are separate per workspace and survey, even during a flood in another workspace', async () => {
    const [here, there] = [newSurvey('w1', 'same'), newSurvey('w2', 'same')]
    for (let at = 0; at < 20; at++) await there(`p${at}`, LONG)
    expect(await here('a', LONG)).toMatchObject({ group: 1, later: false, shared: false })
    expect(await here('b', LONG)).toMatchObject({ group: 1, later: true })
    expect(await newSurvey('w1', 'other')('c', LONG)).toMatchObject({ group: 1, later: false })
  })
})
