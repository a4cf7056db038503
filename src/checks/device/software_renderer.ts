/**
 * software_renderer: "Browser uses a software graphics renderer instead of hardware acceleration" (spec 2.4).
 *
 * Why it works: the renderer's own name says so.
 *
 * Whom it must not accuse: browsers that hide the name or have no WebGL (Unknown). It weighs little: office
 * machines, remote desktops and old drivers draw in software too.
 */
import { isSoftware } from '../../features/session/renderer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

export const softwareRenderer: SessionCheck<Pick<SessionFeatures, 'device'>> = {
  name: 'software_renderer',
  meaning: 'Browser uses a software graphics renderer instead of hardware acceleration',

  thresholds: { software_renderers: 1 },

  measure: ({ device: { renderers } }) => ({
    renderers: renderers.length,
    software_renderers: renderers.filter((renderer) => isSoftware([renderer])).length,
  }),

  run({ device }) {
    if (isSoftware(device.renderers)) {
      return detected(1, 'the graphics renderer names itself as software')
    }
    if (device.rendererAbsent || device.browser.blurs)
      return unknown('the browser did not name its graphics renderer')
    return notDetected('the graphics renderer does not name itself as software')
  },
}
