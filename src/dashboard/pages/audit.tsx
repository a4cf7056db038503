import type { AuditItem, AuditList } from '../../contract/dashboard/audit.ts'
import { Empty } from '../parts/empty.tsx'
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
      <Pages query={audit} none={<Empty icon="audit" title={words.none} hint={words.noneHint} />}>
        {(items) => (
          <div className="card flush">
            <Table name={words.title} head={words.columns} className="audit-log">
              {items.map((item) => {
                const { action, detail } = described(item)
                return (
                  <tr key={item.id}>
                    <td>
                      <Timestamp at={item.at} isExact />
                    </td>
                    <td className="wrapping">
                      <UserText>{item.who}</UserText>
                    </td>
                    <th scope="row">{action}</th>
                    <td className="wrapping">
                      <Subject item={item} />
                      {detail !== '' && (
                        <span className="under">
                          <UserText>{detail}</UserText>
                        </span>
                      )}
                    </td>
                    <td className="mono">{item.address}</td>
                  </tr>
                )
              })}
            </Table>
          </div>
        )}
      </Pages>
    </Page>
  )
}

/** The action of a label or a verdict names it. The detail begins with it, and may name the earlier one. */
function described({ action, detail }: AuditItem): { action: string; detail: string } {
  const [value = '', ...rest] = detail.split(', ')
  const named =
    action === 'label_set' && (value === 'person' || value === 'bot')
      ? words.labeledAs[value]
      : action === 'verdict_set' && (value === 'keep' || value === 'review' || value === 'remove')
        ? words.setVerdict(texts.verdicts[value])
        : undefined
  return named === undefined
    ? { action: words.actions[action], detail }
    : { action: named, detail: rest.join(', ') }
}

/** The page of the target, by the start of the action. The first match counts. */
const TARGETS: readonly (readonly [start: string, path: (subject: string) => readonly string[]])[] = [
  ['label_', (subject) => ['sessions', subject]],
  ['verdict_', (subject) => ['typing', subject]],
  ['key_', () => ['keys']],
  ['webhook_', () => ['webhooks']],
  ['delivery_', () => ['webhooks']],
  ['member_', () => ['members']],
  ['password_reset_', () => ['members']],
  ['role_', () => ['members']],
  ['invitation_', () => ['members']],
  ['settings_', () => ['settings']],
  ['agent_', () => ['settings']],
  ['survey_uploaded', () => ['uploads']],
  ['survey_settings', (subject) => ['surveys', subject]],
  ['survey_references', (subject) => ['surveys', subject, 'references']],
]

/** What was changed, with a link to its page. */
function Subject({ item: { action, subject, subject_name, who } }: { item: AuditItem }) {
  const target = TARGETS.find(([start]) => action.startsWith(start))
  const name = subject_name ?? subject
  // Members who join act on themselves.
  if (name === who) return null
  const shown = <UserText>{name}</UserText>
  if (target === undefined || subject === '') return shown
  return <Link to={pathTo(target[1](subject))}>{shown}</Link>
}
