/** Pages of the documentation, which the service serves under /docs/. Paths are those below docs/, without `.md`. */
import type { SessionCheckName } from '../contract/checks.ts'
import type { texts } from './texts.ts'

export type DocsPage = keyof typeof texts.docs.pages

export const docsUrl = (path: string): string => `/docs/${path}/`

export const checkDocs = (check: SessionCheckName): string => `reference/checks/${check}`
