/** Browser functions whose source text is not native. Privacy extensions and libraries replace some too. */
import type { FreshWindow } from './fresh_frame.ts'
import { isNative } from './native.ts'
import { watchedNatives } from './watched_natives.ts'

export const patchedNatives = (fresh: FreshWindow) =>
  watchedNatives()
    .filter(([, run]) => !isNative(run, fresh))
    .map(([name]) => name)
