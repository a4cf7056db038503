import { trace } from '../trace.ts'

export const crowdedMoves = trace({
  kind: 'delivery',
  weight: 'crowded_moves',
  where: 'plainChromium',
  cause: { tools: 'debugged', busy: 'always' },
  evidence: 'several mousemove events in one frame, which otherwise happens only on very busy pages',
  find: ({ channel }) => channel.delivery === 'crowded',
})
