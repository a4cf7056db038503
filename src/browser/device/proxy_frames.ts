/** Whether a wrong call throws from inside a proxy: a disguise whose source text looks native. */
import { watchedNatives } from './watched_natives.ts'

/** In the three lines after the message: our own call and frames before it. */
const TRAP = /^(.*\n){1,3}.*(\bapply\b|Proxy)/

export const proxyFrames = () =>
  watchedNatives().some(([, run]) => {
    try {
      run.call({})
      return false
    } catch (error) {
      return TRAP.test(`${(error as Error).stack}`)
    }
  })
