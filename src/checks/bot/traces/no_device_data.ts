import type { SessionFeatures } from '../../../features/session/session.ts'
import { trace } from '../trace.ts'

/** The script reads the device within a second or two of loading, and again before its last batch. */
const READ_WITHIN_MS = 10_000
export const NO_DEVICE_DATA = 'no device data, which the script always sends'

export const isUnread = ({ device, coverage }: SessionFeatures): boolean =>
  device.readings === 0 && !device.isDeclined && coverage.gaps === 0 && coverage.events > 0

/** Another program sent the events. A whole recording without device data is proof. */
export const noDeviceData = trace({
  kind: 'sender',
  weight: 'no_device_data',
  evidence: NO_DEVICE_DATA,
  find: (features) => isUnread(features) && features.observed.eventsMs > READ_WITHIN_MS,
})
