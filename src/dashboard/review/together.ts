/** A group that one decision can cover. */
export interface Together {
  readonly name: string
  readonly ids: readonly string[]
}
