import { trace } from '../trace.ts'

export const missingHeaders = trace({
  kind: 'browser',
  weight: 'missing_headers',
  within: 'claims',
  cause: 'privacy',
  // Apps that show pages with a user agent of their own do not send it.
  isUsual: (_, name) => name === 'Sec-CH-UA',
  evidence: 'requests without {each header that the claimed browser always sends}',
  find: ({ headers }) => headers.missing.filter((name) => name !== 'User-Agent'),
})
