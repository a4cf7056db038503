import { trace } from '../trace.ts'

/** A touchpad's deltas vary, a wheel's are whole notches. */
export const evenSteps = trace({
  kind: 'scroll',
  weight: 'even_steps',
  where: 'chromium',
  measure: 'even_steps',
  value: ({ scroll }) => scroll.longestEvenSteps,
  least: 12,
  evidence: '{count} small wheel steps of equal size',
})
