/**
 * The step-up verification as a module: `const { stepUp } = await import('https://byhand.example.org/step_up.mjs')`. It uses the
 * public functions of the browser script only, so pages load it only when they need it.
 */
import { INGEST_PATH, STEP_UP_SUFFIX } from '../../contract/paths.ts'
import { showTask, showWait } from './dialog.ts'
import { type StepUpTexts, TEXTS } from './texts.ts'

export type { StepUpTexts }

export interface StepUpOptions {
  /** Default: that of the script tag. */
  readonly siteKey?: string | undefined
  /** As for `start`. Default: the host that this file came from. */
  readonly endpoint?: string | undefined
  /** Default: `window.byhand.getSignedResult`. */
  readonly getSignedResult?: (() => Promise<string>) | undefined
  readonly texts?: Partial<StepUpTexts> | undefined
}

/**
 * `not needed`: the service asked for nothing, and the page showed nothing. `done`: the service has a result, which your
 * server reads. `canceled`: the visitor closed the task, or must wait before another one. `unavailable`: the service or the
 * recording cannot be reached.
 */
export type StepUpOutcome = 'not needed' | 'done' | 'canceled' | 'unavailable'

const TIMEOUT_MS = 10_000

/** The error of the service where a device passed too many tasks. */
const LIMIT_REACHED = 'step_up_limit'
const HOUR_S = 3_600

interface Asked {
  readonly needed: boolean
  readonly task: string
  readonly sentence: string
}
interface Wait {
  readonly waitS: number
}

const globals = globalThis as { byhand?: { getSignedResult(): Promise<string> } }

let running: Promise<StepUpOutcome> | undefined

/**
 * Shows a short typing task if the service asks for it. Never rejects. A second call waits for the first.
 *
 * @example
 * if ((await stepUp()) !== 'canceled') form.submit()
 */
export function stepUp(options: StepUpOptions = {}): Promise<StepUpOutcome> {
  running ??= run(options)
    .catch((): StepUpOutcome => 'unavailable')
    .finally(() => {
      running = undefined
    })
  return running
}

async function run(options: StepUpOptions): Promise<StepUpOutcome> {
  const tag = document.querySelector<HTMLElement>('script[data-site-key]')?.dataset
  const { siteKey = tag?.siteKey, endpoint = tag?.endpoint ?? new URL(INGEST_PATH, import.meta.url).href } =
    options
  const getSignedResult = options.getSignedResult ?? globals.byhand?.getSignedResult
  // The script names a secret key in the console; here, it must not be sent either.
  if (!siteKey || /^bh_sk/.test(siteKey) || !getSignedResult) return 'unavailable'

  /** The signed result proves the session, and getting it sends all events first. */
  async function post(path: string, more: object): Promise<Asked | Wait> {
    const result = await (getSignedResult as () => Promise<string>)()
    const response = await fetch(endpoint + STEP_UP_SUFFIX + path, {
      method: 'POST',
      body: JSON.stringify({ site_key: siteKey, result, ...more }),
      credentials: 'omit',
      signal: AbortSignal.timeout?.(TIMEOUT_MS) as AbortSignal,
    })
    const body = await response.json()
    if (body.code === LIMIT_REACHED) return { waitS: Number(response.headers.get('retry-after')) || HOUR_S }
    if (!response.ok) throw new Error('refused')
    return body
  }

  const { sentence: ignored, ...own } = (options.texts ?? {}) as Partial<StepUpTexts> & { sentence?: string }
  if (ignored) console.warn('Byhand: The text `sentence` was ignored; the service chooses the sentence.')
  const texts = { ...TEXTS, ...own }
  const asked = await post('', {})
  if ('waitS' in asked) {
    await showWait(texts, asked.waitS)
    return 'canceled'
  }
  if (!asked.needed) return 'not needed'
  const { task, sentence } = asked
  const isSent = await showTask(task, sentence, texts, async () => {
    await post('/answer', { task })
  })
  if (isSent) return 'done'
  // Not awaited: the visitor may send the form again at once.
  post('/answer', { task, canceled: true }).catch(() => {})
  return 'canceled'
}
