import type { AuditList } from '../../contract/dashboard/audit.ts'
import { apiTo } from '../client.ts'
import { usePaged } from '../paged.ts'
import { Failure, Waiting } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Recorded } from '../parts/recorded.tsx'
import { Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { texts } from '../texts.ts'

const words = texts.audit
const DOCS = ['how-to/manage-members'] as const

export function Audit() {
  const audit = usePaged<AuditList>(['audit'], (before) => apiTo(['audit'], { before }))
  const items = audit.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      {audit.isPending && <Waiting />}
      {audit.error !== null && <Failure error={audit.error} again={() => audit.refetch()} />}
      {items.length > 0 && (
        <section className="card flush" aria-label={words.title}>
          <Table name={words.title} head={words.columns}>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  <When at={item.at} isExact />
                </td>
                <td className="wrapping">
                  <Recorded>{item.who}</Recorded>
                </td>
                <th scope="row">{words.actions[item.action]}</th>
                <td className="wrapping">
                  <Recorded>{item.subject}</Recorded>
                  {item.detail !== '' && (
                    <span className="under">
                      <Recorded>{item.detail}</Recorded>
                    </span>
                  )}
                </td>
                <td className="mono">{item.address}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <More query={audit} />
    </Page>
  )
}
