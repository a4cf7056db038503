import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { gptPasteArtifacts } from './gpt_paste_artifacts.ts'

const result = (answer: string) => gptPasteArtifacts.run(answered(answer)).result

describe('GPT paste artifacts', () => {
  it.each([
    '**Community**: I appreciate my neighbours.',
    '- **Parks** are near\n- **Shops** too',
    '## My answer\nI like it.',
    'As a large language model, I do not live anywhere.',
    "I don't have personal experiences, but many people like parks.",
    'Certainly! I like the parks.',
    "Here's a short answer you could use:\nI like the parks.",
    'I like the parks. I hope this helps!',
    'Als KI wohne ich nirgends.',
  ])('detects %j', (answer) => {
    expect(result(answer)).toBe('Detected')
  })

  it.each([
    'Of course I like it, who would not?',
    'I *really* like it',
    '- parks\n- shops\n- “quiet” streets — mostly',
    'Sure, why not',
    'Here is where I grew up, so I stay.',
    '#1 reason: the schools',
  ])('does not detect %j', (answer) => {
    expect(result(answer)).toBe('Not detected')
  })

  it('is unknown for an empty answer', () => {
    expect(result('   ')).toBe('Unknown')
  })
})
