/** What to do with a participant. Without schemas, because threads of the store load it, and schemas take longer. */
export const VERDICTS = ['keep', 'review', 'remove'] as const
export type Verdict = (typeof VERDICTS)[number]

/** From this severity on, the verdict is remove. A check with this weight reaches it alone if it is certain. */
export const REMOVE_SEVERITY = 0.8
