/**
 * The visits of a person and of a bot that the first start stores, so that its printed commands have something to read.
 * Lists and counts leave them out, and so does retention: they are nobody's data. No browser can send their IDs, because
 * a dot is not allowed in the ID of a batch.
 */
export const EXAMPLE_SESSIONS = { person: 'example.session', bot: 'example.bot' } as const

export type ExampleName = keyof typeof EXAMPLE_SESSIONS

const IDS: readonly string[] = Object.values(EXAMPLE_SESSIONS)
export const isExample = (sessionId: string): boolean => IDS.includes(sessionId)
