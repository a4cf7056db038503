/** Runs in the browser under measurement: answers a range of the fixed seeds. */
import { answerChallenge } from '../../src/browser/challenge/answer.ts'
import { type FreshWindow, freshFrame } from '../../src/browser/device/fresh_frame.ts'

type Answers = (from: number, to: number) => (string | number)[][]

declare global {
  interface Window {
    answerSeeds: Answers
  }
}

window.answerSeeds = (from, to) => {
  const frame = freshFrame()
  const answers: (string | number)[][] = []
  for (let i = from; i < to; i++)
    answers.push(answerChallenge(`f${i} f${i}`, frame.contentWindow as FreshWindow))
  frame.remove()
  return answers
}
