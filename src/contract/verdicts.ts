/** What to do with a participant. Without schemas, because threads of the store load it, and schemas take longer. */
export const VERDICTS = ['keep', 'review', 'remove'] as const
export type Verdict = (typeof VERDICTS)[number]
