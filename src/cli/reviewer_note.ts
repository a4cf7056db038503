/** The note of a reviewer, as an option of a command. */
import { InvalidArgumentError } from 'commander'
import { NOTE_CHARS } from '../contract/limits.ts'

export function asNote(text: string): string {
  if (text.length <= NOTE_CHARS) return text
  throw new InvalidArgumentError(`A note has at most ${NOTE_CHARS} characters; this one has ${text.length}.`)
}
