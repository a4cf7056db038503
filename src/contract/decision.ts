/** The one decision about a visitor: what the session has proven, and what a server does with it. Without schemas. */

/**
 * What a session has proven, from the least to the most. Each one includes those before it. `recording`: some input of a
 * known browser. `in_time`: the service received it while it was made. `challenge`: the browser passed its challenge.
 * `behavior`: nothing is missing that automatic acceptance needs.
 */
export const PROVEN = ['nothing', 'recording', 'in_time', 'challenge', 'behavior'] as const
export type Proven = (typeof PROVEN)[number]

/** `step_up`: accept the visitor only after step-up verification. */
export const DECISIONS = ['accept', 'step_up', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

/** How much a workspace requires before it accepts a visitor without step-up verification, from the mildest. */
export const ACCEPTANCE_LEVELS = ['relaxed', 'standard', 'strict'] as const
export type AcceptanceLevel = (typeof ACCEPTANCE_LEVELS)[number]
