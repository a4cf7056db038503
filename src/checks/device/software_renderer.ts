/**
 * software_renderer: "Browser uses a software graphics renderer instead of hardware acceleration".
 *
 * Why it works: the renderer names itself.
 *
 * Must not flag: browsers that hide the name or have no WebGL (Unknown). Its weight is low, because office machines,
 * remote desktops and old drivers render in software too.
 */
import { isSoftware } from '../../features/session/renderer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

export const softwareRenderer: SessionCheck<Pick<SessionFeatures, 'device'>> = {
  name: 'software_renderer',
  reason: {
    observed: 'The browser rendered without graphics hardware',
    subject: 'the graphics renderer of the browser',
  },

  thresholds: { software_renderers: 1 },

  measure: ({ device: { renderers } }) => ({
    renderers: renderers.length,
    software_renderers: renderers.filter((renderer) => isSoftware([renderer])).length,
  }),

  run({ device }) {
    if (isSoftware(device.renderers)) {
      return detected(1, 'The graphics renderer identifies itself as software.')
    }
    if (device.rendererAbsent || device.browser.blurs)
      return unknown('The browser did not name its graphics renderer.')
    return notDetected('The graphics renderer does not identify itself as software.')
  },
}
