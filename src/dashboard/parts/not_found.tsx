import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Link } from './link.tsx'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title={texts.pageNotFound}>
      <p>
        <Link to={pathTo(['sessions'])}>{texts.nav.sessions}</Link>
      </p>
    </Page>
  )
}
