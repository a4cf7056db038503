import { trace } from '../trace.ts'

/** Developer tools never delivered moves like this in 29 native runs. */
export const awaitedMoves = trace({
  kind: 'delivery',
  weight: 'awaited_moves',
  where: 'plainChromium',
  cause: { wayland: 'unframed' },
  evidence: 'mousemove events that each arrived only after the previous one was handled',
  find: ({ channel }) => channel.delivery === 'awaited',
})
