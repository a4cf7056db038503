/** Loads the browser script from the service, once per page, for the clients of frontend frameworks. */
import { holdEarlyForms } from './early_forms.ts'

/** The functions of `window.byhand` that components use. */
export interface ByhandPage {
  /** Resolves to the session ID. */
  readonly ready: Promise<string>
  sessionId(): string
  /** A signed result for your server; empty if the service cannot be reached. */
  getSignedResult(action?: string, data?: string): Promise<string>
  getFingerprintId(): Promise<string>
  flush(): Promise<void>
  setUserId(userId: string): void
  setTags(tags: readonly string[]): void
  consent(given: boolean): void
  stop(): void
}

export interface ByhandOptions {
  /** URL of the script, such as `https://byhand.example.org/byhand.js`. */
  readonly src: string
  /** `bh_pk_…` */
  readonly siteKey: string
  /** Where batches go, such as `/byhand/i/v1/batch` under a path prefix. By default, the default path on the host of `src`. */
  readonly endpoint?: string | undefined
  readonly userId?: string | undefined
  readonly userHash?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** `wait`: nothing is sent before `consent(true)`. */
  readonly consent?: 'wait' | undefined
  /** `off`: the script reads no device data. */
  readonly device?: 'off' | undefined
  /** For a content security policy with nonces. */
  readonly nonce?: string | undefined
}

/** The step-up verification: `not needed` shows nothing; `done`: your server can read the result. */
export type StepUpOutcome = 'not needed' | 'done' | 'canceled' | 'unavailable'

/** Words of the task, for instance translated. The sentence to type comes from the service. */
export type StepUpTexts = Readonly<Record<string, string>> & { readonly sentence?: never }

let loading: Promise<ByhandPage | null> | undefined

/** Resolves to null if the script cannot be loaded, and outside a browser. Later calls return the first page's script. */
export function loadScript(options: ByhandOptions): Promise<ByhandPage | null> {
  if (typeof document === 'undefined') return Promise.resolve(null)
  loading ??= load(options)
  return loading
}

function load(options: ByhandOptions): Promise<ByhandPage | null> {
  const present = pageFunctions()
  if (present) return Promise.resolve(present)
  const loaded = new Promise<ByhandPage | null>((resolve) => {
    const { src, siteKey, endpoint, userId, userHash, tags, consent, device, nonce } = options
    const script = document.createElement('script')
    script.async = true
    if (nonce) script.nonce = nonce
    const attributes = { siteKey, endpoint, userId, userHash, tags: tags?.join(','), consent, device }
    for (const [name, value] of Object.entries(attributes)) if (value) script.dataset[name] = value
    script.onload = () => resolve(pageFunctions() ?? null)
    script.onerror = () => {
      loading = undefined
      script.remove()
      resolve(null)
    }
    script.src = src
    document.head.append(script)
  })
  holdEarlyForms(loaded)
  return loaded
}

/**
 * Shows a short typing task if the service asks for it. Loads the file for it from the service, beside the script.
 * `texts` replaces words of the task, for instance with a translation.
 */
export async function stepUp(options: ByhandOptions, texts?: StepUpTexts): Promise<StepUpOutcome> {
  if ((await loadScript(options)) === null) return 'unavailable'
  try {
    const { href } = new URL('step_up.mjs', new URL(options.src, document.baseURI))
    const module = await import(/* @vite-ignore */ /* webpackIgnore: true */ href)
    return await module.stepUp({ siteKey: options.siteKey, texts })
  } catch {
    return 'unavailable'
  }
}

const pageFunctions = (): ByhandPage | undefined => (globalThis as { byhand?: ByhandPage }).byhand
