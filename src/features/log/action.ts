/** One log entry. Its text may still change while the action continues. */
export interface Action<Place> {
  readonly place: Place
  /** Tenths of a millisecond since the document's time origin. */
  readonly t: number
  words: () => string
}

/** Adds an action to the log. Its text is built at the end. */
export type AddAction<Place> = (place: Place, t: number, words: () => string) => Action<Place>
