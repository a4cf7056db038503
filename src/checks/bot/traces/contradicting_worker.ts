import { trace } from '../trace.ts'

/** A disguise over the protocol reaches the page, but not a worker of its origin. One disguise changes all values. */
export const contradictingWorker = trace({
  kind: 'browser',
  weight: 'contradicting_worker',
  cause: { privacy: 'scripted', tools: 'disguised' },
  evidence: 'a worker or a newly created iframe that reports {other values}',
  parts: {
    platform: 'a different platform',
    os: 'a different operating system',
    user_agent: 'a different user agent',
    zone: 'a different time zone',
    webgl_renderer: 'different graphics hardware',
    cores: 'a different number of cores',
    memory: 'a different amount of memory',
    languages: 'different languages',
  },
  find: ({ device }) => device.secondContradictions,
})
