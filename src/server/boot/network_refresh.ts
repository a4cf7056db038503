/** Reloads network data that was replaced on disk, without a restart. */
import type { Network } from '../../network/lookup.ts'
import type { Log } from '../telemetry/log.ts'

/** Tor exits change hourly. */
const RELOAD_EVERY_MS = 3_600_000

/** Resolves when the data is loaded. Returns a function that stops the reloads. */
export async function keepNetworkFresh(network: Network, log: Log): Promise<() => void> {
  const reload = async (level: 'debug' | 'info') => {
    const reloaded = await network.reloadOnThread()
    if (reloaded.length > 0) log[level]('network data loaded', { sources: reloaded })
    for (const problem of network.problems()) log.warn('loading network data failed', { problem })
  }
  // Every start loads the data; only later changes are worth an info line.
  await reload('debug')
  const timer = setInterval(reload, RELOAD_EVERY_MS, 'info').unref()
  return () => clearInterval(timer)
}
