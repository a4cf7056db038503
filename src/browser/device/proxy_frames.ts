/** A native called wrongly throws from inside a proxy: a disguise whose source text looks native. */
import { watchedNatives } from './watched_natives.ts'

/** The message, our own call, and what may stand between them. */
const LINES = 4

export const proxyFrames = () =>
  watchedNatives().some(([, run]) => {
    try {
      run.call({})
      return false
    } catch (error) {
      return /\n.*(\bapply\b|Proxy)/.test((error as Error).stack?.split('\n', LINES).join('\n') ?? '')
    }
  })
