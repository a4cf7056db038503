/** One thing the doctor looked at. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'broken'
  readonly detail: string
  /** What to do about it. */
  readonly mend?: string
}
