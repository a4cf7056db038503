import { CONDITIONS, when } from '../conditions.ts'
import { trace } from '../trace.ts'

/** Measured on Linux only. */
export const directMoves = trace({
  kind: 'delivery',
  weight: 'direct_moves',
  where: when('Firefox on Linux with a mouse, without resistFingerprinting', (features) => {
    const { engine, os, blurs } = features.device.browser
    return engine === 'firefox' && os === 'linux' && !blurs && CONDITIONS.mouse.holds(features)
  }),
  cause: { tools: 'debugged' },
  evidence: 'several mousemove events in one frame, none of which Firefox merged',
  find: ({ channel }) => channel.delivery === 'direct',
})
