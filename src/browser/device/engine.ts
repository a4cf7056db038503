/** The engine, by its features instead of its user agent. */
import { win } from '../natives.ts'

export const engine = () =>
  'webkitRequestFileSystem' in win
    ? 'chromium'
    : 'mozInnerScreenX' in win
      ? 'gecko'
      : 'GestureEvent' in win
        ? 'webkit'
        : undefined
