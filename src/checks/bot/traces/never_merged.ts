import { trace } from '../trace.ts'

/** A device that reports 60 times a second does this too. */
export const neverMerged = trace({
  kind: 'delivery',
  weight: 'never_merged',
  where: 'plainChromium',
  cause: { tools: 'debugged', remote: 'always' },
  evidence: 'mousemove events that the browser never had to merge',
  find: ({ channel }) => channel.delivery === 'unmerged',
})
