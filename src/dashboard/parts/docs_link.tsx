import type { SessionCheckName } from '../../contract/checks.ts'
import { checkDocs, type DocsPage, docsUrl } from '../docs.ts'
import { texts } from '../texts.ts'

/** Opens in a new tab, so that a half-filled form is not lost. */
export function DocsLink({ page }: { page: DocsPage }) {
  return (
    <a href={docsUrl(page)} target="_blank" rel="noopener">
      {texts.docs.pages[page]}
    </a>
  )
}

export function DocsLinks({ pages }: { pages: readonly DocsPage[] }) {
  return (
    <p className="docs-links no-print">
      {texts.docs.title}
      {pages.map((page) => (
        <DocsLink key={page} page={page} />
      ))}
    </p>
  )
}

/** Screen readers also get the name of the check, because the visible text repeats. */
export function CheckDocsLink({ check }: { check: SessionCheckName }) {
  return (
    <a href={docsUrl(checkDocs(check))} target="_blank" rel="noopener" className="no-print">
      {texts.docs.learnMore}
      <span className="visually-hidden">: {texts.checks[check]}</span>
    </a>
  )
}
