import { describe, expect, it } from 'vitest'
import { AGENTS, INCONCLUSIVE, PASSED, type Proof, withProof } from '../../test/service/browser_proof.ts'
import { event, type NamedEvent, ORIGIN, record } from '../../test/service/recorded_session.ts'
import * as task from '../../test/service/task_typing.ts'
import { NAVIGATION_KIND, UNTRUSTED } from '../contract/batch/rows.ts'
import { sentenceOf } from '../server/signed_results/step_up/sentences.ts'
import { judgeStepUp } from './step_up.ts'

const LONG_MS = 60_000
const load = event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/'])

const SENTENCE = sentenceOf(task.TASK)
const CHARS = SENTENCE.length

/** Shown two seconds before the typing begins. */
const ASKED_AT = ORIGIN + task.START - 2_000

interface Given {
  readonly elapsedMs?: number
  /** The number of a batch that did not arrive. */
  readonly missing?: number
  readonly sentence?: string
  readonly proof?: Proof
  /** All batches of the task arrive this long after it was shown. */
  readonly receivedMs?: number
}

const judge = (
  events: readonly NamedEvent[],
  { elapsedMs = LONG_MS, missing, sentence = SENTENCE, proof, receivedMs }: Given = {},
) => {
  const batches = withProof(record([load, ...events], [1, 100, 103]), proof)
  const received = batches.map((one) =>
    receivedMs === undefined || one.batch.seq === 0
      ? one
      : { ...one, receipt: { at: ASKED_AT + receivedMs } },
  )
  return judgeStepUp(
    {
      sessionId: 'S'.repeat(22),
      userId: null,
      tags: [],
      batches: received.filter(({ batch }) => batch.seq !== missing),
      tampered: 0,
      overflow: 0,
    },
    { task: task.TASK, sentence, askedAt: ASKED_AT, answeredAt: ASKED_AT + elapsedMs },
  )
}

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

  it('compares with the sentence of the task', () => {
    const sentence = 'der kleine hund wartet am morgen vor der alten mühle'
    expect(judge(task.byHand(task.TASK, sentence), { sentence }).result).toBe('passed')
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
    expect(judge(task.byHand(), { missing: 2 })).toEqual({
      result: 'unknown',
      reason: 'Some events of the task did not arrive.',
    })
  })

  describe('needs the time that its events take', () => {
    const spanMs = spanOf(task.byHand())

    it('from the task to the answer', () => {
      expect(judge(task.byHand(), { elapsedMs: spanMs + 2_000 }).result).toBe('passed')
      expect(judge(task.byHand(), { elapsedMs: spanMs - 1_000, receivedMs: spanMs + 1_000 })).toEqual({
        result: 'unknown',
        reason: 'Events arrived 1.0 s before they can have happened.',
      })
    })

    it('from the task to each receipt', () => {
      expect(judge(task.byHand(), { receivedMs: spanMs }).result).toBe('passed')
      expect(judge(task.byHand(), { receivedMs: spanMs - 300 })).toEqual({
        result: 'unknown',
        reason: 'Events arrived 0.3 s before they can have happened.',
      })
    })

    it('and fails where nothing was awaited, unless the clock of the service was set back', () => {
      expect(judge(task.byHand(), { elapsedMs: 20, receivedMs: 10 })).toEqual({
        result: 'failed',
        reason: expect.stringMatching(/^Events arrived \d+\.\d s before they can have happened\.$/),
      })
      expect(judge(task.byHand(), { elapsedMs: -60_000 }).result).toBe('unknown')
    })
  })

  describe('counts only in a session that shows a browser', () => {
    it.each<[string, Proof]>([
      ['passed the challenge', {}],
      [
        'comes from Safari, for which no values were measured',
        { agent: AGENTS.safari, signals: { engine: 'webkit' }, challenge: INCONCLUSIVE },
      ],
      [
        'comes from Firefox on a processor that was not measured',
        {
          agent: AGENTS.firefox,
          signals: { engine: 'gecko' },
          challenge: { ...INCONCLUSIVE, known: true, failed: ['canvas'] },
        },
      ],
      ['comes from Chrome on a system without reference values', { challenge: INCONCLUSIVE }],
      [
        'comes from Brave, which protects its canvas',
        { signals: { brave: true }, challenge: { ...INCONCLUSIVE, known: true } },
      ],
      [
        'comes from Chrome with an extension that adds noise to canvases',
        {
          challenge: { ...INCONCLUSIVE, known: true },
          answer: { seed: 'f1 w1', results: ['!noise', '!noise'] },
        },
      ],
    ])('such as one that %s', (_, proof) => {
      expect(judge(task.byHand(), { proof }).result).toBe('passed')
    })

    it.each<[string, string, Proof]>([
      ['no device reading', 'no device data identifies the browser', { device: [] }],
      [
        'a device reading that names no engine',
        'no device data identifies the browser',
        { signals: { engine: { absent: 'error' } } },
      ],
      [
        'an invented user agent',
        'the challenge was inconclusive',
        { agent: 'x', challenge: { result: 'unknown', known: false } },
      ],
      ['no user agent', 'no user agent', { agent: '', signals: { user_agent: AGENTS.chrome } }],
      [
        'headers of another browser',
        'request headers do not match the browser',
        { signals: { user_agent: AGENTS.firefox } },
      ],
      ['no answer to the challenge', 'the challenge was not completed', { challenge: null }],
      [
        'a wrong answer to the challenge',
        'the challenge failed',
        { challenge: { result: 'failed', known: true, failed: ['canvas'] } },
      ],
      [
        'an inconclusive answer of a browser that draws as all others',
        'the challenge was inconclusive',
        { challenge: { ...INCONCLUSIVE, known: true } },
      ],
      [
        'noise on the canvas of another engine',
        'the challenge was inconclusive',
        {
          challenge: { result: 'unknown', known: true },
          answer: { seed: 'f1 w1', results: ['!noise', '!noise'] },
        },
      ],
      [
        'the user agent of Safari alone',
        'the challenge was inconclusive',
        {
          agent: AGENTS.safari,
          signals: { engine: 'webkit' },
          challenge: { result: 'unknown', known: false },
        },
      ],
      [
        'the user agent of Safari and a device reading of Chromium',
        'the challenge was inconclusive',
        { agent: AGENTS.safari, challenge: INCONCLUSIVE },
      ],
    ])('and not in one with %s', (_, reason, proof) => {
      expect(judge(task.byHand(), { proof })).toEqual({
        result: 'unknown',
        reason: `The sentence was typed, but ${reason}.`,
      })
    })

    it('and still fails a program without a browser', () => {
      expect(
        judge(
          task.typed(() => 6),
          { proof: { device: [], challenge: null } },
        ).result,
      ).toBe('failed')
      expect(judge(task.byHand(), { proof: { challenge: PASSED } }).result).toBe('passed')
    })
  })
})

/** From the first event of the field to its last, in ms. */
function spanOf(events: readonly NamedEvent[]): number {
  const times = events.filter(({ name }) => name).map(({ event }) => event.t / 10)
  return Math.max(...times) - Math.min(...times)
}
