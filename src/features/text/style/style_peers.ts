/** The styles of other participants' answers to one question, as a histogram. Answers can be removed again. */

/** Number of answers by score, in tenths. */
export type StylePeers = Readonly<Record<string, number>>

const STEPS = 10

/** Fewer answers do not show the usual style of a question. */
const MIN_PEERS = 20

/** Up to half of the answers may be from models, which are higher: the median of the people among them is below. */
const USUAL_SHARE = 0.4

export function addStyle(peers: StylePeers, score: number): StylePeers {
  const key = keyOf(score)
  return { ...peers, [key]: (peers[key] ?? 0) + 1 }
}

export function removeStyle(peers: StylePeers, score: number): StylePeers {
  const key = keyOf(score)
  const { [key]: count = 0, ...rest } = peers
  return count > 1 ? { ...rest, [key]: count - 1 } : rest
}

const keyOf = (score: number): string => String(Math.round(STEPS * score))

/** The usual score of people; null: too few answers. */
export function usualStyle(peers: StylePeers): number | null {
  const counts = Object.entries(peers).map(([key, count]) => [Number(key), count] as const)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < MIN_PEERS) return null
  let left = USUAL_SHARE * total
  for (const [key, count] of counts.sort(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return key / STEPS
  }
  return null
}
