/** The sentences of step-up verification: those of the workspace, or the service's own. The page has no choice. */
import { randomInt } from 'node:crypto'
import type { WorkspaceSettings } from '../../workspace/settings_cache.ts'
import { sentencesOf } from '../../workspace/step_up_sentences.ts'

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

/** The service's own sentence for a task, whose random ID determines it. */
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

/** At random, so that nobody can type it before the task exists. */
export function chooseSentence(settings: WorkspaceSettings, task: string): string {
  const own = sentencesOf(settings)
  return own[randomInt(Math.max(1, own.length))] ?? sentenceOf(task)
}
