/** The result of one check of `byhand doctor`. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'broken'
  readonly detail: string
  /** How to fix it. The name is part of the JSON output. */
  readonly mend?: string
}
