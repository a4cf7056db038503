import { describe, expect, it } from 'vitest'
import { event, type NamedEvent, record } from '../../test/service/recorded_session.ts'
import * as task from '../../test/service/task_typing.ts'
import { NAVIGATION_KIND, UNTRUSTED } from '../contract/rows.ts'
import { judgeStepUp } from './step_up.ts'

const LONG_MS = 60_000
const load = event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/'])

const judge = (events: readonly NamedEvent[], elapsedMs = LONG_MS, missing = -1) =>
  judgeStepUp(
    {
      sessionId: 'S'.repeat(22),
      userId: null,
      tags: [],
      batches: record([load, ...events], [1, 100, 103]).filter(({ batch }) => batch.seq !== missing),
      tampered: 0,
      overflow: 0,
    },
    task.TASK,
    elapsedMs,
  )

describe('step-up verification', () => {
  it.each([
    ['by hand', task.byHand()],
    ['on a touch screen', task.tapped()],
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
    ['by an event of a script', task.insertedByScript(), /A script inserted 47 characters/],
    ['by a script without an event', task.setByScript(), /A script set 47 characters/],
  ])('fails a sentence entered %s', (_, events, reason) => {
    expect(judge(events)).toEqual({ result: 'failed', reason: expect.stringMatching(reason) })
  })

  it.each([
    ['at once, as by dictation', task.inserted(), /47 characters were entered without key presses/],
    ['by hand and by a text expander', task.expanded(), /6 ms or less/],
    ['by pasting', task.pasted(), /pasted/],
    ['by swiping', task.swiped(), /Only 8 /],
    ['in part only', task.byHand().slice(0, 30), /Only 9 /],
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
