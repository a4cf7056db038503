/** Whether the geolocation function is the browser's own. */

import { nav } from '../natives.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { isNative } from './native.ts'

export const geolocationNative = (fresh: FreshWindow) => isNative(nav.geolocation?.getCurrentPosition, fresh)
