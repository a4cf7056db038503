/** Network data is replaced on disk while the service runs; it is taken over without a restart. */
import type { Network } from '../../network/lookup.ts'
import type { Log } from '../base/log.ts'

/** Exits of Tor change by the hour. */
const LOOK_EVERY_MS = 3_600_000

/** Returns what ends it. */
export function keepNetworkFresh(network: Network, log: Log): () => void {
  const look = (level: 'debug' | 'info') => {
    const renewed = network.reload()
    if (renewed.length > 0) log[level]('network data loaded', { sources: renewed })
    for (const problem of network.problems()) log.warn('network data cannot be used', { problem })
  }
  // A start loads them always; news is only what comes later.
  look('debug')
  const timer = setInterval(look, LOOK_EVERY_MS, 'info').unref()
  return () => clearInterval(timer)
}
