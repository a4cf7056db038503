import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Empty } from './empty.tsx'
import { Link } from './link.tsx'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title={texts.pageNotFound}>
      <Empty icon="search" title={texts.noPage}>
        <Link to={pathTo(['overview'])} className="button primary">
          {texts.openOverview}
        </Link>
      </Empty>
    </Page>
  )
}
