/** Which character each key bears without Shift: Chromium tells, without asking anybody; elsewhere there is no such thing. */
import { nav } from './natives.ts'

export interface LayoutMap {
  get(code: string): string | undefined
}

export const readLayout = async (): Promise<LayoutMap | undefined> =>
  (nav as { keyboard?: { getLayoutMap?(): Promise<LayoutMap> } }).keyboard?.getLayoutMap?.()
