import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyCuts,
  anyEvents,
  type DocumentOptions,
  event,
  type NamedEvent,
  ORIGIN,
  record,
} from '../../../test/service/recorded_session.ts'
import type { Name } from '../../contract/batch/batch.ts'
import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  INPUT_KIND,
  NAVIGATION_KIND,
  SCRIPTED_KIND,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import { ACTION_CHARS } from '../../contract/limits.ts'
import { eventLog } from './log.ts'

const Q1: Name = ['question', 'q1']
const Q2: Name = ['question', 'q2']

const actions = (events: readonly NamedEvent[], cuts: readonly number[] = [], options?: DocumentOptions) =>
  eventLog(record(events, cuts, options)).map(({ action }) => action)

const typed = (at: number, value: number, name = Q1) =>
  event('input', at, { kind: INPUT_KIND.insertText, length: 1, value }, name)
const deleted = (at: number, value: number, name = Q1) =>
  event('input', at, { kind: INPUT_KIND.deleteContentBackward, length: -1, value }, name)
const click = (at: number, name?: Name, flags = 0) => event('click', at, { flags }, name)
const attention = (at: number, kind: keyof typeof ATTENTION_KIND) =>
  event('attention', at, { kind: ATTENTION_KIND[kind] })
const paste = (at: number, length: number, sinceReturn = -1) =>
  event('clipboard', at, { kind: CLIPBOARD_KIND.paste, length, sinceReturn }, Q1)
const pasted = (at: number, length: number, value: number) =>
  event('input', at, { kind: INPUT_KIND.insertFromPaste, length, value }, Q1)
const scroll = (at: number, y: number, flags = 0) => event('scroll', at, { y, range: 1000, count: 1, flags })
const navigated = (at: number, kind: keyof typeof NAVIGATION_KIND, path: string) =>
  event('navigation', at, { kind: NAVIGATION_KIND[kind] }, ['path', path])

describe('event log entries', () => {
  it('describe a visit', () => {
    const visit = [
      navigated(0, 'load', '/checkout'),
      event('move', 100, { x: 4, y: 5 }),
      scroll(900, 10),
      event('wheel', 950, {}),
      scroll(1000, 600),
      click(2000, ['button', 'Update credit card']),
      click(2500, ['choice', 'Yes']),
      ...Array.from({ length: 42 }, (_, i) => typed(3000 + i * 150, i + 1)),
      attention(10_000, 'blur'),
      attention(10_004, 'hidden'),
      attention(20_000, 'visible'),
      attention(20_002, 'focus'),
      paste(21_200, 118, 1_200),
      pasted(21_201, 118, 160),
      event('submit', 30_000, {}, ['form', 'Payment']),
      attention(30_010, 'hidden'),
      attention(30_011, 'pagehide'),
    ]
    expect(actions(visit)).toEqual([
      'Navigated to /checkout',
      'Scrolled to 60% of the page',
      'Clicked "Update credit card"',
      'Chose "Yes"',
      'Typed 42 characters in "q1"',
      'Left the tab',
      'Returned to the tab',
      'Pasted 118 characters into "q1" after returning to the tab',
      'Submitted "Payment"',
      'Left the page',
    ])
  })

  it.each<[string, NamedEvent[], string[]]>([
    [
      'corrections',
      [typed(0, 1), typed(9, 2), deleted(20, 1), typed(30, 2)],
      ['Typed 3 characters in "q1" and deleted 1'],
    ],
    [
      'deletion alone',
      [typed(0, 9), click(5, Q1), deleted(10, 5)],
      ['Typed 1 character in "q1"', 'Clicked "q1"', 'Deleted 4 characters from "q1"'],
    ],
    [
      'a change of field',
      [typed(0, 1), typed(9, 1, Q2), typed(20, 2)],
      ['Typed 1 character in "q1"', 'Typed 1 character in "q2"', 'Typed 1 character in "q1"'],
    ],
    [
      'a long pause',
      [typed(0, 1), typed(10_001, 2)],
      ['Typed 1 character in "q1"', 'Typed 1 character in "q1"'],
    ],
    [
      'a chunk inserted at once',
      [event('input', 0, { kind: INPUT_KIND.insertText, length: 119, value: 119 }, Q1)],
      ['Inserted 119 characters into "q1" all at once'],
    ],
    [
      'an input method',
      [1, 2, 3, 5, 2].map((value, i) =>
        event('input', i * 100, { kind: INPUT_KIND.insertCompositionText, length: value, value }, Q1),
      ),
      ['Typed 2 characters in "q1"'],
    ],
    [
      'a paste whose length only the input knows',
      [paste(0, -1), pasted(1, 12, 12)],
      ['Pasted 12 characters into "q1"'],
    ],
    [
      'two pastes in a row',
      [paste(0, 12), pasted(1, 12, 12), paste(300, 12), pasted(301, 12, 24)],
      ['Pasted 12 characters into "q1"', 'Pasted 12 characters into "q1"'],
    ],
    [
      'a paste the page took over',
      [paste(0, 12, 999_999), click(10)],
      ['Pasted 12 characters into "q1"', 'Clicked the page'],
    ],
    [
      'text of the page itself',
      [
        event('clipboard', 0, { kind: CLIPBOARD_KIND.copy, length: 7, sinceReturn: -1 }),
        event('clipboard', 10, { kind: CLIPBOARD_KIND.paste, length: 7, sinceReturn: 5, flags: 2 }, Q1),
      ],
      ['Copied 7 characters', 'Pasted 7 characters copied from this page into "q1"'],
    ],
    [
      'drop and cut',
      [
        event('input', 0, { kind: INPUT_KIND.insertFromDrop, length: 3, value: 3 }, Q1),
        event('clipboard', 5, { kind: CLIPBOARD_KIND.cut, length: 3, sinceReturn: -1 }, Q1),
        event('input', 6, { kind: INPUT_KIND.deleteByCut, length: -1, value: 0 }, Q1),
      ],
      ['Dropped 3 characters into "q1"', 'Cut 3 characters from "q1"'],
    ],
    [
      'undo',
      [event('input', 0, { kind: INPUT_KIND.historyUndo, length: -1, value: 3 }, Q1)],
      ['Undid a change in "q1"'],
    ],
    [
      'autofill, logged once',
      [
        event('scripted', 0, { kind: SCRIPTED_KIND.autofill, before: 0, after: 9 }, ['text', 'email']),
        event('change', 3, { value: 9, flags: 6 }, ['text', 'email']),
      ],
      ['The browser filled in "email"'],
    ],
    [
      'a script at work',
      [
        event('input', 0, { kind: INPUT_KIND.none, length: -1, value: 5, flags: UNTRUSTED }, Q1),
        event('scripted', 5, { kind: SCRIPTED_KIND.script, before: 5, after: 42 }, Q1),
        click(9, ['button', 'Send'], UNTRUSTED),
      ],
      ['A script filled "q1" with 42 characters', 'Clicked "Send" (by a script)'],
    ],
    ['a silent change', [event('change', 0, { value: 3, flags: 2 }, Q1)], ['"q1" changed without typing']],
    ['a list', [event('change', 0, { value: 3 }, ['select', 'Country'])], ['Chose an option in "Country"']],
    [
      'a label and its box as one click',
      [click(0, ['element', 'Yes']), click(1, ['choice', 'Yes']), event('change', 2, {}, ['choice', 'Yes'])],
      ['Chose "Yes"'],
    ],
    ['the other mouse button', [click(0, ['link', 'Help'], CLICK_FLAGS.secondary)], ['Right-clicked "Help"']],
    [
      'things without a label',
      [click(0, ['button', ' ']), event('submit', 5), typed(9, 1, ['text', ''])],
      ['Clicked a button', 'Submitted the form', 'Typed 1 character in a field'],
    ],
    [
      'two gestures of scrolling',
      [scroll(0, 100), scroll(900, 300), scroll(2000, 2000)],
      ['Scrolled to 30% of the page', 'Scrolled to 100% of the page'],
    ],
    [
      'scrolling inside a box',
      [scroll(0, 100, 2), scroll(10, 500)],
      ['Scrolled part of the page', 'Scrolled to 50% of the page'],
    ],
    [
      'typing that scrolls its field by itself',
      [typed(0, 1), scroll(5, 100, 2), typed(9, 2), scroll(600, 50, 2)],
      ['Typed 2 characters in "q1"', 'Scrolled part of the page'],
    ],
    [
      'moving about',
      [
        navigated(0, 'load', '/a?token=1'),
        navigated(5, 'replace', '/a'),
        navigated(9, 'push', '/b'),
        navigated(12, 'pop', '/a'),
        navigated(15, 'reload', '/a'),
      ],
      ['Navigated to /a', 'Navigated to /b', 'Went back or forward to /a', 'Reloaded /a'],
    ],
    [
      'a page kept in memory',
      [
        attention(0, 'pagehide'),
        attention(1, 'hidden'),
        attention(9_000, 'restored'),
        attention(9_001, 'visible'),
      ],
      ['Left the page', 'Returned to the page'],
    ],
    ['a focus that was never lost', [attention(0, 'focus'), attention(5, 'pageshow')], []],
    ['a focus that moved into a frame and back', [attention(0, 'frame'), attention(5, 'focus')], []],
  ])('describe %s', (_, events, expected) => {
    expect(actions(events)).toEqual(expected)
  })

  it('contain no control or direction characters or quotes from a label', () => {
    expect(actions([click(0, ['button', 'a\u0000\u001b[31m\u202e"b"\n\u2028c\ud800'])])).toEqual([
      'Clicked "a [31m \'b\' c\ufffd"',
    ])
  })
})

describe('event log times', () => {
  const at = (options: DocumentOptions) => eventLog(record([click(1500)], [], options))[0]

  it('use the time zone of the browser', () => {
    expect(at({ zone: 'Asia/Kolkata' })).toEqual({
      action: 'Clicked the page',
      user_time: 'Mar 25, 2025 20:00:01',
      unix_timestamp: ORIGIN + 1500,
    })
  })

  it.each([
    ['no zone', {}],
    ['an invalid zone', { zone: 'Mars/Base' }],
    ['an empty zone', { zone: '' }],
  ])('use UTC for %s', (_, options) => {
    expect(at(options)?.user_time).toBe('Mar 25, 2025 14:30:01')
  })

  it('pad hours but not days', () => {
    const origin = Date.UTC(2025, 0, 2, 3, 4, 3)
    expect(at({ origin, zone: 'UTC' })?.user_time).toBe('Jan 2, 2025 03:04:04')
  })

  it.each([
    ['a slow line', 149_999, 0],
    ['a clock far behind', 150_000, 150_000],
    ['a clock a year behind', 365 * 86_400_000, 365 * 86_400_000],
    ['a clock ahead by a second', -1_000, -1_000],
    ['a clock a year ahead', -365 * 86_400_000, -365 * 86_400_000],
  ])('handle %s', (_, skewMs, correction) => {
    expect(at({ skewMs })?.unix_timestamp).toBe(ORIGIN + 1500 + correction)
  })

  it.each([
    ['since 1970', { time_origin: 0 }],
    ['in the far future', { time_origin: Number.MAX_SAFE_INTEGER, start: Number.MAX_SAFE_INTEGER }],
    ['sent in 1970', { sent_at: 0 }],
    ['sent in the far future', { sent_at: Number.MAX_SAFE_INTEGER }],
  ])('keep events %s within the time that the server observed', (_, lie) => {
    const [honest] = record([click(1500), click(1600)])
    if (honest === undefined) throw new Error('no batch')
    const log = eventLog([{ ...honest, batch: { ...honest.batch, ...lie } }])
    expect(log).toHaveLength(2)
    for (const { unix_timestamp } of log) {
      expect(Number.isSafeInteger(unix_timestamp)).toBe(true)
      expect(unix_timestamp).toBeLessThanOrEqual(honest.receipt.at)
      expect(unix_timestamp).toBeGreaterThan(honest.receipt.at - 13 * 3_600_000)
    }
  })

  it('never place a later document before the session', () => {
    const first = record([click(0)])
    const second = record([click(0)], [], {
      tab: 'UUUUUUUU',
      page: 1,
      origin: ORIGIN - 90_000,
      skewMs: 100_000,
    })
    expect(eventLog([...second, ...first]).map(({ unix_timestamp }) => unix_timestamp)).toEqual([
      ORIGIN - 5_000,
      ORIGIN,
    ])
  })

  it("keep the order when the server's clock is set back within a document or between two", () => {
    const link = (name: string, at: number) => click(at, ['link', name])
    const first = record([link('a', 0), link('b', 1_000), link('c', 2_000)], [1, 2])
    const second = record([link('d', 0)], [], { tab: 'AAAAAAAA', page: 1, origin: ORIGIN + 3_000 })
    const setBack = [...first, ...second].map(({ batch, receipt }, index) => ({
      batch,
      receipt: { ...receipt, at: receipt.at - (index < 2 ? 0 : 3_600_000) },
    }))
    const log = eventLog(setBack)
    expect(log.map(({ action }) => action)).toEqual(['a', 'b', 'c', 'd'].map((name) => `Clicked "${name}"`))
    for (const { unix_timestamp } of log) expect(unix_timestamp).toBeGreaterThanOrEqual(ORIGIN)
  })

  it('merge overlapping documents in order', () => {
    const first = record([click(0, ['link', 'a']), click(60_000, ['link', 'c'])], [1])
    const second = record([click(0, ['link', 'b'])], [], {
      tab: 'AAAAAAAA',
      page: 1,
      origin: ORIGIN + 30_000,
    })
    expect(eventLog([...second, ...first]).map(({ action }) => action)).toEqual([
      'Clicked "a"',
      'Clicked "b"',
      'Clicked "c"',
    ])
  })
})

describe('the event log as a whole', () => {
  it('is the same for any split, order of arrival and repetition of its batches', () => {
    fc.assert(
      fc.property(
        anyEvents,
        anyEvents,
        anyCuts,
        anyCuts,
        fc.constantFrom(-90_000, 0, 40, 200_000),
        fc.infiniteStream(fc.nat()),
        (first, second, cutsA, cutsB, skewMs, random) => {
          const documents = (cuts: number[]) => [
            ...record(first, cuts, { skewMs, zone: 'Europe/Berlin' }),
            ...record(second, cuts, { skewMs, tab: 'AAAAAAAA', page: 1, origin: ORIGIN + 20_000 }),
          ]
          const again = documents(cutsB)
          const shuffled = [...again, ...again.filter(() => next(random) % 3 === 0)]
            .map((batch) => ({ batch, at: next(random) }))
            .sort((a, b) => a.at - b.at)
            .map(({ batch }) => batch)
          expect(eventLog(shuffled)).toEqual(eventLog(documents(cutsA)))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is chronological, short and printable, whatever was recorded', () => {
    fc.assert(
      fc.property(anyEvents, anyCuts, (events, cuts) => {
        const log = eventLog(record(events, cuts))
        expect(log.map((entry) => entry.unix_timestamp)).toEqual(
          log.map((entry) => entry.unix_timestamp).sort((a, b) => a - b),
        )
        for (const { action } of log) {
          expect(action.length).toBeLessThanOrEqual(ACTION_CHARS)
          expect(action).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|undefined|NaN/u)
        }
      }),
    )
  })

  it('is empty for a session without batches', () => {
    expect(eventLog([])).toEqual([])
  })
})

const next = (stream: Iterator<number>) => stream.next().value as number
