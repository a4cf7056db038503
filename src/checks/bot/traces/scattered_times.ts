import { isOffClock } from '../scattered_times.ts'
import { trace } from '../trace.ts'

/** A browser on an X server of another machine uses the time of arrival too, and must stay below monitoring. */
export const scatteredTimes = trace({
  kind: 'clock',
  weight: 'scattered_times',
  where: 'linux',
  cause: { wayland: 'unframed', display: 'always' },
  isUsual: ({ device }) => !device.hasX11Frame,
  evidence: 'input timestamps that do not match the system clock',
  parts: { framed: 'with the frame of X11', unframed: 'in a window that may be on Wayland' },
  find: (features) => (isOffClock(features) ? [features.device.hasX11Frame ? 'framed' : 'unframed'] : []),
})
