import { isExplained, isUsualPhone, PHONE_WORDS } from '../posing_phone.ts'
import { trace } from '../trace.ts'

/** A desktop that poses as a phone. Device emulation of the developer tools causes all of it. */
export const emulatedPhone = trace({
  kind: 'browser',
  weight: 'emulated_phone',
  cause: 'tools',
  isUsual: isUsualPhone,
  evidence: '{a phone that developer tools may emulate}',
  parts: PHONE_WORDS,
  find: (features) => (isExplained(features) ? features.device.phoneContradictions : []),
})
