import type { AddedDocsPage } from '../../src/dashboard/docs.ts'

export const REFERENCE: AddedDocsPage = { path: 'reference/linked-sessions', title: 'Linked sessions' }
