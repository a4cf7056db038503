/** Advice to a user who fills in a form or sends a request. The command line names its options instead. */
const ADVICE = {
  questions: 'Choose the columns with answers.',
  encoding: 'Choose the encoding, for example windows-1251.',
  bytes: 'Correct them, or choose another encoding.',
} as const

export type Advice = keyof typeof ADVICE

/** The file or an option cannot be used. The message is shown to the user. */
export class BulkFault extends Error {
  override readonly name: string = 'BulkFault'
  /** The message without advice. */
  readonly reason: string
  readonly advice: Advice | undefined

  constructor(reason: string, advice?: Advice) {
    super(advice === undefined ? reason : `${reason} ${ADVICE[advice]}`)
    this.reason = reason
    this.advice = advice
  }
}

/** The bytes fit several encodings, so that the user has to choose one. */
export class UndecidedEncoding extends BulkFault {
  override readonly name = 'UndecidedEncoding'
}
