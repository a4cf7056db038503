import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { gptPasteArtifacts } from './gpt_paste_artifacts.ts'

const result = (answer: string) => gptPasteArtifacts.run(answered(answer)).result

describe('GPT paste artifacts', () => {
  it.each([
    '**Community**: I appreciate my neighbours.\n**Parks**: many.',
    '- **Parks** are near\n- **Shops** too',
    '## Parks\nI like them.\n## Shops\nI like them too.',
    'As a large language model, I do not live anywhere.',
    "As an AI, I don't have personal experiences, but many people like parks.",
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
    '**Yes**',
    '# of hours is too high',
    "I don't have personal experience with mental illness, but my coworker does.",
  ])('does not detect %j', (answer) => {
    expect(result(answer)).toBe('Not detected')
  })

  it('is unknown for an empty answer', () => {
    expect(result('   ')).toBe('Unknown')
  })
})
