/** What a worker reports, by its name on the wire. Nothing here needs a window. */
import type { Json } from '../json.ts'
import { readWebgl } from './webgl_names.ts'
import { zone } from './zone.ts'

interface WorkerNavigator {
  readonly userAgent: string
  readonly platform: string
  readonly languages: readonly string[]
  readonly hardwareConcurrency?: number
  readonly deviceMemory?: number
  readonly userAgentData?: { readonly platform: string }
}

const nav = globalThis.navigator as WorkerNavigator

export const WORKER: Readonly<Record<string, () => Json>> = {
  worker_user_agent: () => nav.userAgent,
  worker_platform: () => nav.platform,
  worker_os: () => nav.userAgentData?.platform,
  worker_languages: () => [...nav.languages].slice(0, 20),
  worker_cores: () => nav.hardwareConcurrency,
  worker_memory: () => nav.deviceMemory,
  worker_zone: () => zone(globalThis),
  worker_webgl_renderer: () => readWebgl(new OffscreenCanvas(1, 1).getContext('webgl'))?.[1],
}
