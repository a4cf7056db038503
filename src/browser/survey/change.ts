/** One entry of a typing history, in the specified shape (docs/reference/specification.md). */
export interface Change {
  /** The text entered so far. */
  readonly s: string
  /** Milliseconds since the question's first event. */
  readonly t: number
  /** How the browser made this change: `p` by a paste or drop, `a` by an aid (dictation, autocorrect, input method, autofill). */
  readonly o?: string
}
