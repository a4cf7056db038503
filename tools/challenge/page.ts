/** Runs in the browser under measurement: answers a range of the fixed seeds. */
import { answerChallenge } from '../../src/browser/challenge/answer.ts'

type Answers = (from: number, to: number) => (string | number)[][]

declare global {
  interface Window {
    answerSeeds: Answers
  }
}

window.answerSeeds = (from, to) => {
  const answers: (string | number)[][] = []
  for (let i = from; i < to; i++) answers.push(answerChallenge(`f${i} f${i}`))
  return answers
}
