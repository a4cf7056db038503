/** The words of the task. A page can replace each of them, for instance with a translation. */
export interface StepUpTexts {
  readonly title: string
  readonly why: string
  /** The sentence to type: about 45 characters, easy to type. */
  readonly sentence: string
  readonly field: string
  readonly send: string
  readonly cancel: string
  readonly tooShort: string
  readonly sending: string
}

/** Without capitals, punctuation and double letters, so that every key press counts. */
export const SENTENCES = [
  'the small boat waits by the bridge until morning',
  'a quiet garden grows behind the old stone house',
  'we took the slow train along the winter coast',
  'he plants tomatoes every spring near his window',
  'her brown dog rests under the big kitchen table',
] as const

export const TEXTS: Omit<StepUpTexts, 'sentence'> = {
  title: 'One more step',
  why: 'Please type this sentence. Typing mistakes do not matter. Only the rhythm of your typing is checked; the text is not stored.',
  field: 'Type the sentence here',
  send: 'Continue',
  cancel: 'Cancel',
  tooShort: 'Please type the whole sentence.',
  sending: 'Sending…',
}
