import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import type { Entry } from '../../features/typing_history/entry.ts'
import { chatTraceOutcome } from './chat_traces.ts'
import { gpt } from './gpt.ts'
import { gptPasteArtifacts } from './gpt_paste_artifacts.ts'
import type { ModelTraces } from './survey_check.ts'

const CLOSING = 'I like the parks. I hope this helps!'
const TRACES: ModelTraces = { answers: 1, words: 30, style: 0, usualStyle: 0 }

describe('chatTraceOutcome', () => {
  it.each([
    'Certainly, honesty. I hope this helps!',
    'Honesty. Let me know if you need anything else.',
    'Sure! Here is what I value: my neighbor brings soup.',
    'Great question! I have no idea.',
    '**Trust**\n**Loyalty**',
  ])('has little strength for one trace: %j', (text) => {
    expect(chatTraceOutcome(answered(text))).toMatchObject({ result: 'Detected', strength: 0.65 })
  })

  it.each([
    'Certainly! Here are some ideas:\n- parks\n- shops\n\nLet me know if you need more.',
    '## Parks\nThere are many.\n## Shops\nThere are few.\n\nI hope this helps!',
    "As an AI language model, I don't have personal experiences, but many people like parks.",
  ])('is certain for several traces: %j', (text) => {
    for (const check of [gpt, gptPasteArtifacts]) {
      expect(check.run(answered(text))).toMatchObject({ result: 'Detected', strength: 1 })
    }
  })

  it.each(['pasted', 'programmatic'] satisfies Entry[])('is certain for a trace in a %s text', (entry) => {
    expect(chatTraceOutcome({ ...answered(CLOSING), entry })).toMatchObject({ strength: 1 })
    expect(chatTraceOutcome({ ...answered(CLOSING), entry: 'partly pasted' })).toMatchObject({
      strength: 0.65,
    })
  })

  it('is certain for a trace in the style of a chatbot, or with words of references', () => {
    const styled = (style: number, words = 30) =>
      chatTraceOutcome({ ...answered(CLOSING), modelTraces: () => ({ ...TRACES, style, words }) })
    expect(styled(2)).toMatchObject({
      strength: 1,
      evidence: expect.stringMatching(/closing\. Its style is also close to a chatbot's \(0\.\d times/),
    })
    for (const weak of [styled(1.4), styled(2, 24)]) expect(weak).toMatchObject({ strength: 0.65 })
    const referred = (distance: number) =>
      chatTraceOutcome({
        ...answered(CLOSING),
        modelTraces: () => TRACES,
        references: () => ({ answers: 1, words: 30, distance, own: distance, telling: [], closest: null }),
      })
    expect([referred(4), referred(1)]).toMatchObject([{ strength: 1 }, { strength: 0.65 }])
  })

  it('is null without a trace', () => {
    expect(chatTraceOutcome({ ...answered('I like the parks.'), entry: 'pasted' })).toBeNull()
  })
})
