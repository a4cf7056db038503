/** The words of the task. A page can replace each of them, for instance with a translation. */
export interface StepUpTexts {
  readonly title: string
  readonly why: string
  readonly field: string
  readonly send: string
  readonly cancel: string
  readonly tooShort: string
  readonly sending: string
  /** `{minutes}` stands for a number. */
  readonly wait: string
  readonly close: string
}

export const TEXTS: StepUpTexts = {
  title: 'One more step',
  why: 'Please type this sentence. Typing mistakes do not matter. Only the kind and the rhythm of your key presses are checked; the text is not stored.',
  field: 'Type the sentence here',
  send: 'Continue',
  cancel: 'Cancel',
  tooShort: 'Please type the whole sentence.',
  sending: 'Sending…',
  wait: 'This device or network completed several of these tasks. Please try again in {minutes} min.',
  close: 'Close',
}
