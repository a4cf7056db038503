/** The task of step-up verification, without dependencies, for the browser. */

export const STEP_UP_RESULTS = ['passed', 'failed', 'unknown'] as const
export type StepUpResult = (typeof STEP_UP_RESULTS)[number]

/** The name of the task's field in the recorded events. It contains the task, so no earlier event can have it. */
export const stepUpField = (task: string): string => `step-up-${task}`

export const isStepUpField = (label: string): boolean => /^step-up-[A-Za-z0-9_-]{22}$/.test(label)

/** Lower-case words without double letters, so that every key press counts, in parts of different lengths. */
const PARTS = [
  ['the brown dog', 'a tired child', 'our neighbor', 'her young brother', 'an old sailor', 'my friend'],
  ['sits', 'rested', 'is reading', 'wants to sing', 'can work', 'drinks hot tea'],
  ['by a river', 'near the harbor', 'under an awning', 'on stage', 'at his desk', 'inside a mountain hut'],
  [
    'until morning',
    'on dark winter days',
    'before lunch',
    'after it rains',
    'in spring',
    'for an hour or two',
  ],
] as const

/** Long enough for a rhythm, short enough for a phone. */
const TASK_CHARS = { least: 43, most: 56 } as const

/** The sentence of a task. The task determines it, so that the service knows what was to be typed. */
export function sentenceOf(task: string): string {
  let number = 0
  for (let i = 0; i < task.length; i++) number = (number * 31 + task.charCodeAt(i)) % 1_000_003
  for (;;) {
    const sentence = sentenceAt(number++)
    if (sentence.length >= TASK_CHARS.least && sentence.length <= TASK_CHARS.most) return sentence
  }
}

function sentenceAt(number: number): string {
  let left = number
  const words: string[] = []
  for (const part of PARTS) {
    words.push(part[left % part.length] as string)
    left = Math.floor(left / part.length)
  }
  return words.join(' ')
}

/** The page sends the task when this share of the sentence was entered. Mistakes and omissions do not matter. */
export const STEP_UP_LEAST_SHARE = 0.85

/** A sentence of the page, such as a translation. A rhythm needs this many key presses. */
export const SENTENCE_CHARS = { least: 45, most: 300 } as const
