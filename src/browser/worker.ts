/**
 * A second reading: reads the browser again in a worker of the page's own origin and posts the values to the script.
 * A disguise of the page seldom reaches it. A file of its own: only pages with `data-worker` load it.
 */
import { WORKER } from './device/worker_signals.ts'
import type { Json } from './json.ts'

const scope = globalThis as unknown as { postMessage(signals: Json): void; close(): void }

const signals: { [name: string]: Json } = {}
for (const [name, read] of Object.entries(WORKER)) {
  try {
    signals[name] = read() ?? { absent: 'unsupported' }
  } catch (error) {
    signals[name] = { absent: (error as Error).name }
  }
}
scope.postMessage(signals)
scope.close()
