/** Any pointing device. */
import { pointerBy } from './media.ts'

export const anyPointer = () => pointerBy('any-pointer')
