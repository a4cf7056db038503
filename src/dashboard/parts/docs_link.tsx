import type { SessionCheckName } from '../../contract/checks.ts'
import { type AddedDocsPage, type AnyDocsPage, checkDocs, docsUrl } from '../docs.ts'
import { texts } from '../texts.ts'
import { Menu } from './menu.tsx'

const placeOf = (page: AnyDocsPage): AddedDocsPage =>
  typeof page === 'string' ? { path: page, title: texts.docs.pages[page] } : page

/** Opens in a new tab, so that a half-filled form is not lost. */
export function DocsLink({ page }: { page: AnyDocsPage }) {
  const { path, title } = placeOf(page)
  return (
    <a href={docsUrl(path)} target="_blank" rel="noopener">
      {title}
    </a>
  )
}

/** The question mark beside the title of a page. */
export function HelpMenu({ pages }: { pages: readonly AnyDocsPage[] }) {
  const [first] = pages
  if (pages.length === 1 && first !== undefined) {
    const { path, title } = placeOf(first)
    return (
      <a
        className="help no-print"
        href={docsUrl(path)}
        target="_blank"
        rel="noopener"
        aria-label={texts.docs.about(title)}
        title={title}
      >
        ?
      </a>
    )
  }
  return (
    <Menu button="?" name={texts.docs.title} className="help-menu no-print">
      <ul>
        {pages.map((page) => (
          <li key={placeOf(page).path}>
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
