import { trace } from '../trace.ts'

export const noUserAgent = trace({
  kind: 'browser',
  weight: 'no_user_agent',
  within: 'claims',
  cause: 'privacy',
  evidence: 'requests without User-Agent',
  find: ({ headers }) => headers.missing.includes('User-Agent'),
})
