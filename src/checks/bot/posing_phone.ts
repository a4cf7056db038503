/** What the traces of a desktop that poses as a phone have in common. */
import type { PhoneContradiction } from '../../features/session/phone.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { when } from './conditions.ts'

export const PHONE_WORDS: Readonly<Record<PhoneContradiction, string>> = {
  platform: 'a phone user agent on a desktop platform',
  engine: 'an iPhone with the engine of another browser',
  plugins: "a phone with a desktop's plugins",
  graphics: 'a phone without graphics hardware',
  memory: "a phone with a desktop's memory",
  cores: "a phone with a computer's number of cores",
  zone: 'a phone with its clock set to UTC',
}

/** Android on a computer never has these: they belong to the browser of another system. */
const NOT_IN_ANDROID: ReadonlySet<PhoneContradiction> = new Set(['engine', 'memory'])
export const LIKE_ANDROID = when(
  "with a phone's memory and engine",
  ({ device }) => !device.phoneContradictions.some((one) => NOT_IN_ANDROID.has(one)),
)

/** Some real phones have one of these, but hardly any has two. */
export const isUsualPhone = ({ device: { phoneContradictions } }: SessionFeatures, part: string): boolean =>
  phoneContradictions.length === 1 && (part === 'plugins' || part === 'cores')

/** The device toolbar of developer tools turns a mouse into a finger of one size and pressure. */
const MIN_CONTACTS = 3
/** The toolbar leaves the computer its keyboard. A phone's has no physical keys. */
const MIN_ON_SCREEN = 20

/** A computer on which a program plays the phone's finger and keyboard too. */
const isPlayed = ({ device: { phoneContradictions }, taps, keys }: SessionFeatures): boolean =>
  taps.contacts >= MIN_CONTACTS &&
  keys.onScreen >= MIN_ON_SCREEN &&
  phoneContradictions.some((one) => one === 'plugins' || one === 'engine') &&
  phoneContradictions.some((one) => NOT_IN_ANDROID.has(one))

/** Whether the device toolbar may explain the phone. */
export function isExplained(features: SessionFeatures): boolean {
  const { spoofingCause } = features.device
  return spoofingCause !== 'none' && !(spoofingCause === 'tools' && isPlayed(features))
}

export const unexplained = (features: SessionFeatures): readonly PhoneContradiction[] =>
  isExplained(features) ? [] : features.device.phoneContradictions
