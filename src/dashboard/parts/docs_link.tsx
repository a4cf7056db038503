import type { SessionCheckName } from '../../contract/checks.ts'
import { type AddedDocsPage, checkDocs, type DocsPage, docsUrl } from '../docs.ts'
import { texts } from '../texts.ts'
import { Menu } from './menu.tsx'

/** Opens in a new tab, so that a half-filled form is not lost. */
export function DocsLink({ page }: { page: DocsPage | AddedDocsPage }) {
  const { path, title } = typeof page === 'string' ? { path: page, title: texts.docs.pages[page] } : page
  return (
    <a href={docsUrl(path)} target="_blank" rel="noopener">
      {title}
    </a>
  )
}

/** The question mark beside the title of a page. */
export function HelpMenu({ pages }: { pages: readonly DocsPage[] }) {
  const [first] = pages
  if (pages.length === 1 && first !== undefined)
    return (
      <a
        className="help no-print"
        href={docsUrl(first)}
        target="_blank"
        rel="noopener"
        aria-label={texts.docs.about(texts.docs.pages[first])}
        title={texts.docs.pages[first]}
      >
        ?
      </a>
    )
  return (
    <Menu button="?" name={texts.docs.title} className="help-menu no-print">
      <ul>
        {pages.map((page) => (
          <li key={page}>
            <DocsLink page={page} />
          </li>
        ))}
      </ul>
    </Menu>
  )
}

/** Screen readers also get the name of the check, because the visible text repeats. */
export function CheckDocsLink({ check }: { check: SessionCheckName }) {
  return (
    <a href={docsUrl(checkDocs(check))} target="_blank" rel="noopener" className="learn-more no-print">
      {texts.docs.learnMore}
      <span className="visually-hidden">: {texts.checks[check]}</span>
    </a>
  )
}
