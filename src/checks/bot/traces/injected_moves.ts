import { trace } from '../trace.ts'

/** Developer tools deliver moves like this on a busy page. */
export const injectedMoves = trace({
  kind: 'delivery',
  weight: 'injected_moves',
  where: 'plainChromium',
  cause: { tools: 'debugged' },
  evidence: 'several mousemove events in one frame, which browsers normally merge into one',
  parts: { clear: 'if the browser shows that no developer tools are open', possible: 'otherwise' },
  find: ({ channel, device }) =>
    channel.delivery === 'injected' ? [device.spoofingCause === 'none' ? 'clear' : 'possible'] : [],
})
