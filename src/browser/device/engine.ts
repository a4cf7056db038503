/** The engine by its own features, whatever it calls itself. */
import { win } from '../natives.ts'

export const engine = () =>
  'webkitRequestFileSystem' in win
    ? 'chromium'
    : 'mozInnerScreenX' in win
      ? 'gecko'
      : 'GestureEvent' in win
        ? 'webkit'
        : undefined
