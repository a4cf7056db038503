/** Byhand for Vue: a composable. */
import { onMounted, type Ref, readonly, ref, type ShallowRef, shallowRef } from 'vue'
import {
  type ByhandOptions,
  type ByhandPage,
  loadScript,
  type StepUpOutcome,
  type StepUpTexts,
  stepUp,
} from '../../page/load_script.ts'

export type { ByhandOptions, ByhandPage, StepUpOutcome, StepUpTexts }

export interface UseByhand {
  /** `failed`: the script could not be loaded; the page works without it. */
  readonly status: Readonly<Ref<'loading' | 'ready' | 'failed'>>
  /** Empty until `ready`. */
  readonly sessionId: Readonly<Ref<string>>
  /** Null until `ready`. */
  readonly page: Readonly<ShallowRef<ByhandPage | null>>
  /** Waits for the script. Empty if it could not be loaded or the service cannot be reached. */
  getSignedResult(action?: string, data?: string): Promise<string>
  /** Shows a short typing task if the service asks for it; `texts` replaces its words. Never rejects. */
  stepUp(texts?: StepUpTexts): Promise<StepUpOutcome>
}

/** Call it in `setup`. The options of the first call on a page apply to all calls. */
export function useByhand(options: ByhandOptions): UseByhand {
  const status = ref<'loading' | 'ready' | 'failed'>('loading')
  const sessionId = ref('')
  const page = shallowRef<ByhandPage | null>(null)
  onMounted(async () => {
    page.value = await loadScript(options)
    status.value = page.value ? 'ready' : 'failed'
    sessionId.value = page.value?.sessionId() ?? ''
  })
  return {
    status: readonly(status),
    sessionId: readonly(sessionId),
    page,
    getSignedResult: async (action, data) => (await loadScript(options))?.getSignedResult(action, data) ?? '',
    stepUp: (texts) => stepUp(options, texts),
  }
}
