/**
 * What visitors load may grow by a tenth from one release to the next. A commit may use the whole tenth, so a change needs
 * no new limit; a release writes the new sizes into released_sizes.json.
 */
import released from './released_sizes.json' with { type: 'json' }

export type Sized = keyof typeof released.bytes

const MOST_GROWTH = 1.1

export const mostBytes = (name: Sized): number => Math.floor(released.bytes[name] * MOST_GROWTH)
