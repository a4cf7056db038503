/** Media queries. */
import { win } from '../natives.ts'

export const matches = (query: string): boolean => win.matchMedia(`(${query})`).matches

/** The kind of pointer that matches the media feature. */
export const pointerBy = (feature: string): string | undefined =>
  'fine,coarse,none'.split(',').find((kind) => matches(`${feature}:${kind}`))
