/** Media queries. */
import { win } from '../natives.ts'

export const matches = (query: string): boolean => win.matchMedia(`(${query})`).matches

/** Which of the three kinds of pointer the feature answers to. */
export const pointerBy = (feature: string): string | undefined =>
  ['fine', 'coarse', 'none'].find((kind) => matches(`${feature}:${kind}`))
