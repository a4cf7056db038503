/** Reloads network data that was replaced on disk, without a restart. */
import type { Network } from '../../network/lookup.ts'
import type { Log } from '../telemetry/log.ts'

/** Tor exits change hourly. */
const RELOAD_EVERY_MS = 3_600_000

/** Resolves when the first load, which the caller has begun, is done. Returns a function that stops the reloads. */
export async function keepNetworkFresh(
  network: Network,
  loading: ReturnType<Network['reloadInBackground']>,
  log: Log,
): Promise<() => void> {
  const report = (reloaded: readonly string[], level: 'debug' | 'info') => {
    if (reloaded.length > 0) log[level]('network data loaded', { sources: reloaded })
    for (const problem of network.problems()) log.warn('loading network data failed', { problem })
  }
  // Every start loads the data; only later changes are worth an info line.
  report(await loading, 'debug')
  const timer = setInterval(async () => report(await network.reloadInBackground(), 'info'), RELOAD_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
