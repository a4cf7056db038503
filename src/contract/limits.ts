/** Every limit of the wire. Exceeding one gives 400, 413 or 429, never silent truncation. */

/** After 30 minutes without an event a session is complete; later activity starts another one. */
export const SESSION_IDLE_MS = 30 * 60_000

export const BATCH = {
  /** Bytes as received, gzip or not. */
  wireBytes: 256 * 1024,
  /** Bytes after decompression. */
  rawBytes: 1024 * 1024,
  rows: 5_000,
  names: 500,
  nameChars: 120,
  edits: 5_000,
  /** Nesting of the JSON body, scanned before it is parsed. */
  depth: 8,
  tags: 20,
  tagChars: 128,
  deviceSignals: 200,
} as const

/** Ids given by callers (user, survey, participant, question, fingerprint): UTF-8 bytes. */
export const ID_BYTES = 256

/** The note of a label. */
export const NOTE_CHARS = 1_000

export const SESSION = {
  /** Further events of a session are counted, not stored. */
  events: 50_000,
  bytes: 10 * 1024 * 1024,
} as const

export const SURVEY = {
  rawBytes: 16 * 1024 * 1024,
  questions: 100,
  answerChars: 20_000,
  historyEntries: 20_000,
  depth: 16,
} as const

/** Sessions of a user or tag: the most recent ones (docs/reference/specification.md). */
export const LIST_LIMIT = 100

/** `user_logs` in lists holds the newest entries only; the events endpoint has them all. */
export const USER_LOGS_IN_LISTS = 500

export const EXPLANATION_CHARS = 300
export const ACTION_CHARS = 256

/** Reference answers to one question. */
export const REFERENCE_LIMITS = {
  /** Participants are compared only if there are this many. */
  needed: 5,
  /** Participants are compared only once this many others have answered. */
  others: 30,
  answers: 100,
  chars: 5_000,
  /** Everything that is pasted at once. */
  pastedChars: 200_000,
  questionChars: 10_000,
} as const

/** The highest effort rating that can lead to a review. */
export const MOST_REVIEW_EFFORT = 5
