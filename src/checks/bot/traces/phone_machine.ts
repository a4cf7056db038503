import { isUsualPhone, LIKE_ANDROID, PHONE_WORDS, unexplained } from '../posing_phone.ts'
import { trace } from '../trace.ts'

/** The machine of a computer under a phone's user agent. Android in a virtual machine shows it too. */
export const phoneMachine = trace({
  kind: 'machine',
  weight: 'phone_machine',
  cause: { android: LIKE_ANDROID },
  isUsual: isUsualPhone,
  evidence: '{the machine of a phone that no developer tools emulate}',
  parts: PHONE_WORDS,
  find: (features) => unexplained(features).filter((one) => one !== 'plugins' && one !== 'engine'),
})
