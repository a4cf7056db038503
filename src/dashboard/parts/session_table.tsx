import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { visitName } from '../format/visit_name.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Link } from './link.tsx'
import { Action, LabelBadge, Score } from './result.tsx'
import { Table } from './table.tsx'
import { Timestamp } from './timestamp.tsx'
import { UserText } from './user_text.tsx'

const words = texts.sessions
/** Detected checks shown per row. */
const SHOWN = 2

export function SessionTable({
  items,
  fresh,
}: {
  items: readonly SessionItem[]
  fresh?: ReadonlySet<string>
}) {
  return (
    <Table name={words.title} head={words.columns} className="visits">
      {items.map((item) => (
        <Row key={item.session_id} item={item} isFresh={fresh?.has(item.session_id) ?? false} />
      ))}
    </Table>
  )
}

/** The link of the name covers the whole row; other links lie above it. */
function Row({ item, isFresh }: { item: SessionItem; isFresh: boolean }) {
  const { session_id, started_at, risk_score, recommended_action, detected, label } = item
  return (
    <tr className={isFresh ? 'clickable fresh' : 'clickable'}>
      <td>
        <Score score={risk_score} action={recommended_action} />
      </td>
      <td className="visit">
        <Link to={pathTo(['sessions', session_id])} className="row-link">
          <UserText>{visitName(item)}</UserText>
        </Link>
        <span className="under">
          <Timestamp at={started_at} />
          {item.country !== null && ` · ${item.country}`} · <span className="mono">{session_id}</span>
        </span>
      </td>
      <td>
        <Action action={recommended_action} isShort />
        {label !== null && <LabelBadge label={label} />}
      </td>
      <td className="wrapping">
        {detected.length === 0
          ? '–'
          : detected
              .slice(0, SHOWN)
              .map((name) => texts.checks[name])
              .join(', ')}
        {detected.length > SHOWN && ` ${words.andMore(detected.length - SHOWN)}`}
      </td>
      <td className="wrapping">
        {item.user_id !== null && (
          <Link to={pathTo(['sessions'], { user: item.user_id })}>
            <UserText>{cut(item.user_id)}</UserText>
          </Link>
        )}
        <Tags tags={item.tags} />
      </td>
    </tr>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="tags">
      {tags.map((tag) => (
        <Link key={tag} to={pathTo(['sessions'], { tag })} className="tag">
          <UserText>{cut(tag)}</UserText>
        </Link>
      ))}
    </span>
  )
}

const CELL_CHARS = 60
const cut = (text: string): string =>
  text.length <= CELL_CHARS ? text : `${text.slice(0, CELL_CHARS).toWellFormed()}…`
