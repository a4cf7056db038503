import { describe, expect, it } from 'vitest'
import { answersInBox, answersInPaste } from './chatbot_paste.ts'

const QUESTION = 'What do you like about where you live?'
const ANSWER = 'I value the strong sense of community and the quiet evenings.'
const OTHER = 'The parks are close, and public transport is reliable.'

const answersIn = (pasted: string) => answersInPaste(pasted, QUESTION)

describe('answersInPaste', () => {
  it.each([
    ['the bare answer', ANSWER],
    ['an opening', `Sure! Here is how a participant might answer: ${ANSWER}`],
    ['an opening in its own line', `Of course! Here's a possible response:\n\n"${ANSWER}"`],
    [
      'an opening and a closing',
      `Certainly! Here's one:\n\n${ANSWER}\n\nLet me know if you'd like a shorter one!`,
    ],
    ['two closings', `${ANSWER} I hope this helps! Feel free to ask for more.`],
    ['an offer', `${ANSWER}\n\nWould you like me to make it more casual?`],
    ['the question in bold and a heading', `## Answer\n\n**${QUESTION}**\n\n---\n${ANSWER}`],
    ['the prompt', `Answer in one short sentence: ${QUESTION}\n${ANSWER}`],
    ['a chat', `You said:\n${QUESTION}\n\nChatGPT said:\n${ANSWER}`],
    ['labels in the line', `You: ${QUESTION}\nClaude: ${ANSWER}`],
    ['marks', `> **I value** the *strong* sense of community and the quiet evenings.`],
    ['tags', `<p>${ANSWER}</p>`],
    ['Windows line ends', `Sure!\r\n${ANSWER}\r\n`],
  ])('finds the answer in %s', (_, pasted) => {
    expect(answersIn(pasted)).toEqual([ANSWER])
  })

  it('splits a chat and a numbered list', () => {
    const both = [ANSWER, OTHER]
    expect(
      answersIn(`You said:\nhi\nChatGPT said:\n${ANSWER}\nYou said:\nagain\nChatGPT said:\n${OTHER}`),
    ).toEqual(both)
    expect(
      answersIn(`Here are two answers:\n\n1. ${ANSWER}\n2) "${OTHER}"\n\nLet me know if you need more.`),
    ).toEqual(both)
    const ten = Array.from({ length: 10 }, (_, at) => `${at + 1}. Answer with enough words, number ${at}`)
    expect(answersIn(ten.join('\n'))).toHaveLength(10)
  })

  it('keeps lists that are one answer', () => {
    expect(answersIn('I like three things:\n1. parks\n2. shops\n3. quiet')).toEqual([
      'I like three things:\nparks\nshops\nquiet',
    ])
  })

  it('keeps answers that begin or end like a frame', () => {
    for (const answer of [
      'Sure, I like it here because it is quiet.',
      'Here I grew up, so I stay for my family.',
      'You never know who you meet at the market.',
    ]) {
      expect(answersIn(answer)).toEqual([answer])
    }
  })

  it.each([
    QUESTION,
    QUESTION.toUpperCase(),
    `Answer as a participant of this survey: ${QUESTION}`,
    '---',
    `You said:\n${ANSWER}`,
  ])('finds no answer in %j', (pasted) => {
    expect(answersIn(pasted)).toEqual([])
  })
})

describe('answersInBox', () => {
  const THIRD = 'My neighbors are friendly and help each other out.'
  const inBox = (pasted: string) => answersInBox(pasted, QUESTION)

  it.each([
    ['empty lines', [ANSWER, OTHER, THIRD].join('\n\n')],
    ['lines of spaces', `\n${ANSWER}\n  \n\t\n${OTHER}\r\n\r\n${THIRD}\n`],
    [
      'frames in paragraphs of their own',
      `Certainly!\n\nHere is a possible response:\n\n${ANSWER}\n\nLet me know if you need more!\n\n${OTHER}\n\nSure! Here's one:\n\n${THIRD}`,
    ],
    ['numbers', `1. ${ANSWER}\n\n2. ${OTHER}\n\n3. ${THIRD}`],
    ['a list and an answer', `Here are two:\n\n1. ${ANSWER}\n2. ${OTHER}\n\n${THIRD}`],
    ['prompts and headings', `${QUESTION}\n\n${ANSWER}\n\n## Answer 2\n\n${OTHER}\n\n---\n\n${THIRD}`],
  ])('splits at %s', (_, pasted) => {
    expect(inBox(pasted)).toEqual([ANSWER, OTHER, THIRD])
  })

  it('keeps the paragraphs of one message together, without the empty line', () => {
    const chat = `You said:\n${QUESTION}\n\nChatGPT said:\n${ANSWER}\n\n${OTHER}\n\nYou said:\nagain\n\nChatGPT said:\n${THIRD}`
    const answers = [`${ANSWER}\n${OTHER}`, THIRD]
    expect(inBox(chat)).toEqual(answers)
    expect(inBox(answers.join('\n\n'))).toEqual(answers)
  })

  it('keeps a sentence that begins like an opening', () => {
    const answer = 'Here are my friends and my family, so I stay.'
    expect(inBox(`${answer}\n\n${OTHER}`)).toEqual([answer, OTHER])
  })
})
