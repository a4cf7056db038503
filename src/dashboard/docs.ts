/** Links to the documentation, which the service serves under /docs/ by the paths of docs/ without `.md`. */
import type { SessionCheckName } from '../contract/checks.ts'
import type { texts } from './texts.ts'

/** A page of an extension: its path below /docs/, and its title. */
export interface AddedDocsPage {
  readonly path: string
  readonly title: string
}

export type AnyDocsPage = keyof typeof texts.docs.pages | AddedDocsPage

export const docsUrl = (path: string): string => (path === '' ? '/docs/' : `/docs/${path}/`)

export const checkDocs = (check: SessionCheckName): string => `reference/checks/${check}`
