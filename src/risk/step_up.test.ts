import { describe, expect, it } from 'vitest'
import { event, type NamedEvent, record } from '../../test/service/recorded_session.ts'
import * as task from '../../test/service/task_typing.ts'
import { NAVIGATION_KIND, UNTRUSTED } from '../contract/rows.ts'
import { sentenceOf } from '../contract/step_up.ts'
import { judgeStepUp } from './step_up.ts'

const LONG_MS = 60_000
const load = event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/'])

const SENTENCE = sentenceOf(task.TASK)
const CHARS = SENTENCE.length

const judge = (
  events: readonly NamedEvent[],
  elapsedMs = LONG_MS,
  missing = -1,
  sentence = sentenceOf(task.TASK),
) =>
  judgeStepUp(
    {
      sessionId: 'S'.repeat(22),
      userId: null,
      tags: [],
      batches: record([load, ...events], [1, 100, 103]).filter(({ batch }) => batch.seq !== missing),
      tampered: 0,
      overflow: 0,
    },
    { task: task.TASK, sentence, elapsedMs },
  )

/** The same keys in another order of letters and spaces. */
const backwards = [...SENTENCE].reverse().join('')

/** Every fifth character is typed wrong first. */
const corrected = (text: string): string =>
  [...text].map((one, i) => (i % 5 === 4 ? `x${task.BACKSPACE}${one}` : one)).join('')

describe('step-up verification', () => {
  it.each([
    ['by hand', task.byHand()],
    ['on a touch screen', task.tapped()],
    ['with mistakes that were corrected', task.byHand(task.TASK, corrected(SENTENCE))],
    ['with mistakes that stayed', task.byHand(task.TASK, `${SENTENCE.slice(0, 9)}xx${SENTENCE.slice(12)} `)],
    ['in capitals', task.byHand(task.TASK, SENTENCE.toUpperCase())],
  ])('passes a sentence typed %s', (_, events) => {
    expect(judge(events)).toEqual({
      result: 'passed',
      reason: expect.stringMatching(/^\d\d intervals between keystrokes; none too fast/),
    })
  })

  it.each([
    ['faster than people can', task.typed(() => 6), /6 ms or less/],
    ['at a steady pace', task.typed(() => 110), /varied by only 0%/],
    ['with keys of a script', task.typed((random) => 70 + 200 * random, task.TASK, UNTRUSTED), /script/],
    ['by an event of a script', task.insertedByScript(), /A script inserted \d+ characters/],
    ['by a script without an event', task.setByScript(), /A script set \d+ characters/],
  ])('fails a sentence entered %s', (_, events, reason) => {
    expect(judge(events)).toEqual({ result: 'failed', reason: expect.stringMatching(reason) })
  })

  it.each([
    ['36 keys of another text', 'x'.repeat(36), /Only 36 of \d+ characters/],
    ['letters alone', 'x'.repeat(CHARS), /has \d spaces, and the text has none/],
    ['digits', '12345 '.repeat(9).slice(0, CHARS), /characters do not fit the sentence/],
  ])('fails %s in the rhythm of a person', (_, text, reason) => {
    expect(judge(task.byHand(task.TASK, text))).toEqual({
      result: 'failed',
      reason: expect.stringMatching(reason),
    })
  })

  it.each([
    ['another text of the same length', backwards],
    ['the sentence twice', `${SENTENCE} ${SENTENCE}`],
  ])('does not decide about %s', (_, text) => {
    expect(judge(task.byHand(task.TASK, text))).toEqual({
      result: 'unknown',
      reason: expect.stringMatching(/characters do not fit the sentence/),
    })
  })

  it('compares with the sentence that the page showed', () => {
    const sentence = 'der kleine hund wartet am morgen vor der alten mühle'
    expect(judge(task.byHand(task.TASK, sentence), LONG_MS, -1, sentence).result).toBe('passed')
    expect(judge(task.byHand(task.TASK, sentence)).result).not.toBe('passed')
  })

  it.each([
    ['at once, as by dictation', task.inserted(), /\d+ characters were entered without key presses/],
    ['by hand and by a text expander', task.expanded(), /6 ms or less/],
    ['by pasting', task.pasted(), /pasted/],
    ['by swiping', task.swiped(), /Only 8 /],
    ['for another task', task.byHand('x'.repeat(22)), /Nothing was entered/],
    ['not at all', [], /Nothing was entered/],
  ])('does not decide about a sentence entered %s', (_, events, reason) => {
    expect(judge(events)).toEqual({ result: 'unknown', reason: expect.stringMatching(reason) })
  })

  it('does not decide when events are missing', () => {
    expect(judge(task.byHand(), LONG_MS, 2)).toEqual({
      result: 'unknown',
      reason: 'Some events of the task did not arrive.',
    })
  })

  it('fails events that took longer than the task', () => {
    expect(judge(task.byHand(), 1_000)).toEqual({
      result: 'failed',
      reason: expect.stringMatching(/^The events span \d+ s, but the task took 1 s\.$/),
    })
  })
})
