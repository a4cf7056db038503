import { describe, expect, it } from 'vitest'
import { artifactSpans, artifactsIn } from './artifacts.ts'

describe('artifactsIn', () => {
  it('names each kind once', () => {
    expect(artifactsIn('As an AI, I cannot. As a language model, I must not.')).toEqual([
      'a self-reference as an AI',
    ])
    expect(artifactsIn('Sure! Here is a short answer: it is quiet.')).toEqual(["an assistant's opening"])
  })

  it('finds several kinds', () => {
    const text =
      'Certainly! Here are some ideas:\n\n## Parks\n**Trees**: many\n\nLet me know if you need more.'
    expect(artifactsIn(text)).toEqual([
      'Markdown headings',
      "an assistant's opening",
      "an assistant's closing",
    ])
    expect(artifactSpans(text)).toHaveLength(5)
  })

  it.each([
    'As an AI, I do not live anywhere.',
    'As an AI language model, my answer is limited.',
    "Sorry, but as a large language model I can't say.",
    "I'm an AI, so I have no neighbors.",
    'I am an AI language model created by a company.',
    'As an AI assistant without access to your town, nothing comes to mind.',
    "I don't feel anything as an AI, but people like parks.",
  ])('finds a self-reference in %j', (text) => {
    expect(artifactsIn(text)).toEqual(['a self-reference as an AI'])
  })

  it('counts a denial of experience only beside a self-reference', () => {
    const denial = 'I do not have personal experiences.'
    expect(artifactsIn(denial)).toEqual([])
    expect(artifactsIn(`As an AI, I answer briefly. ${denial}`)).toHaveLength(2)
  })

  it.each([
    'I said "sure" and went home. #happy',
    "I don't have personal experience with mental illness, but my coworker does.",
    'I do not have personal experience of this.',
    'I do not have emotions about it.',
    'I am an AI engineer at a startup and we are all tired.',
    'As an AI student I would say no.',
    'I use it as an AI assistant for code.',
    'I worked as an AI, data and operations engineer.',
    '**Trust** and **loyalty**, always.',
    '**Yes**',
    '# of hours is too high',
    '# of hours is too high\n# of days too',
    '# 1 problem is pay',
    'Great, question answered!',
    'Sure! My neighbor brings soup.',
    'Absolutely! I love it here.',
  ])('finds none in %j', (text) => {
    expect(artifactsIn(text)).toEqual([])
  })
})
