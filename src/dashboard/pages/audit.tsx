import type { AuditItem, AuditList } from '../../contract/dashboard/audit.ts'
import { Link } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { Pages } from '../parts/pages.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { usePages } from '../use_data.ts'

const words = texts.audit
const DOCS = ['how-to/manage-members'] as const

export function Audit() {
  const audit = usePages<AuditList>(['audit'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Pages query={audit}>
        {(items) => (
          <section className="card flush" aria-label={words.title}>
            <Table name={words.title} head={words.columns}>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>
                    <Timestamp at={item.at} isExact />
                  </td>
                  <td className="wrapping">
                    <UserText>{item.who}</UserText>
                  </td>
                  <th scope="row">{words.actions[item.action]}</th>
                  <td className="wrapping">
                    <Subject item={item} />
                    {item.detail !== '' && (
                      <span className="under">
                        <UserText>{item.detail}</UserText>
                      </span>
                    )}
                  </td>
                  <td className="mono">{item.address}</td>
                </tr>
              ))}
            </Table>
          </section>
        )}
      </Pages>
    </Page>
  )
}

const OF_SESSIONS = /^label_/
const OF_ANALYSES = /^verdict_/

/** A session or an analysis links to its page. */
function Subject({ item: { action, subject } }: { item: AuditItem }) {
  const page = OF_SESSIONS.test(action) ? 'sessions' : OF_ANALYSES.test(action) ? 'typing' : undefined
  if (page === undefined) return <UserText>{subject}</UserText>
  return (
    <Link to={pathTo([page, subject])}>
      <UserText className="mono">{subject}</UserText>
    </Link>
  )
}
