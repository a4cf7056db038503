import { isUsualPhone, LIKE_ANDROID, PHONE_WORDS, unexplained } from '../posing_phone.ts'
import { trace } from '../trace.ts'

/**
 * Without developer tools, only a program emulates a phone. No generated phone that could exist has both a desktop's
 * memory and its plugins.
 */
export const phoneSoftware = trace({
  kind: 'browser',
  weight: 'phone_software',
  cause: { android: LIKE_ANDROID },
  isUsual: isUsualPhone,
  evidence: '{the software of a phone that no developer tools emulate}',
  parts: PHONE_WORDS,
  find: (features) => unexplained(features).filter((one) => one === 'plugins' || one === 'engine'),
})
