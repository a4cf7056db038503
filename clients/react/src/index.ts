'use client'
/** Byhand for React: `<Byhand>` loads the script, `useByhand()` uses it. Server components may render `<Byhand>`. */
import { createContext, createElement, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
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
  readonly status: 'loading' | 'ready' | 'failed'
  /** Empty until `ready`. */
  readonly sessionId: string
  /** Waits for the script. Empty if it could not be loaded or the service cannot be reached. */
  getSignedResult(action?: string, data?: string): Promise<string>
  /** Shows a short typing task if the service asks for it; `texts` replaces its words. Never rejects. */
  stepUp(texts?: StepUpTexts): Promise<StepUpOutcome>
  /** Null until `ready`. */
  readonly page: ByhandPage | null
}

interface Loaded {
  readonly status: UseByhand['status']
  readonly page: ByhandPage | null
}

const Context = createContext<UseByhand | null>(null)

export interface ByhandProps extends ByhandOptions {
  readonly children?: ReactNode
}

/** Later changes of `userId` and `tags` apply to the running session; the other properties are read once. */
export function Byhand({ children, ...options }: ByhandProps) {
  const [{ status, page }, setLoaded] = useState<Loaded>({ status: 'loading', page: null })
  const [first] = useState<ByhandOptions>(options)
  const { userId, tags } = options
  const joined = tags?.join(',')

  useEffect(() => {
    let isMounted = true
    void loadScript(first).then((loaded) => {
      if (isMounted) setLoaded({ status: loaded ? 'ready' : 'failed', page: loaded })
    })
    return () => {
      isMounted = false
    }
  }, [first])
  useEffect(() => {
    if (page && userId) page.setUserId(userId)
  }, [page, userId])
  useEffect(() => {
    if (page && joined !== undefined) page.setTags(joined === '' ? [] : joined.split(','))
  }, [page, joined])

  const value = useMemo<UseByhand>(
    () => ({
      status,
      page,
      sessionId: page?.sessionId() ?? '',
      getSignedResult: async (action, data) => (await loadScript(first))?.getSignedResult(action, data) ?? '',
      stepUp: (texts) => stepUp(first, texts),
    }),
    [status, page, first],
  )
  return createElement(Context.Provider, { value }, children)
}

export function useByhand(): UseByhand {
  const found = useContext(Context)
  if (found === null) throw new Error('useByhand() must be called inside <Byhand>.')
  return found
}
