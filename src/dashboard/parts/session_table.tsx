import type { SessionCheckName } from '../../contract/checks.ts'
import { countryName } from '../../contract/countries.ts'
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { browserIcon, systemIcon } from '../format/icon_of.ts'
import { readStrip } from '../format/strip.ts'
import { actionTone } from '../format/tone.ts'
import { visitName } from '../format/visit_name.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { Action, Score } from './result.tsx'
import { RhythmStrip } from './rhythm_strip.tsx'
import { Table } from './table.tsx'
import { Timestamp } from './timestamp.tsx'
import { UserText } from './user_text.tsx'

const words = texts.sessions

export interface SessionTableProps {
  readonly items: readonly SessionItem[]
  readonly fresh?: ReadonlySet<string>
  /** Lets people choose rows. */
  readonly chosen?: ReadonlySet<string>
  choose?(ids: readonly string[], isChosen: boolean): void
}

/** One line per visit. */
export function SessionTable({ items, fresh, chosen, choose }: SessionTableProps) {
  const all = items.map(({ session_id }) => session_id)
  const isAll = chosen !== undefined && all.length > 0 && all.every((id) => chosen.has(id))
  const box =
    choose === undefined
      ? []
      : [
          <input
            key="all"
            type="checkbox"
            aria-label={words.chooseAll}
            checked={isAll}
            ref={(element) => {
              if (element !== null) element.indeterminate = !isAll && all.some((id) => chosen?.has(id))
            }}
            onChange={({ target }) => choose(all, target.checked)}
          />,
        ]
  return (
    <Table name={words.list} head={[...box, ...words.columns]} className="visits">
      {items.map((item) => (
        <Row
          key={item.session_id}
          item={item}
          isFresh={fresh?.has(item.session_id) ?? false}
          {...(choose !== undefined && {
            isChosen: chosen?.has(item.session_id) ?? false,
            choose: (isChosen: boolean) => choose([item.session_id], isChosen),
          })}
        />
      ))}
    </Table>
  )
}

interface RowProps {
  readonly item: SessionItem
  readonly isFresh: boolean
  readonly isChosen?: boolean
  choose?(isChosen: boolean): void
}

/** The link covers the whole row; the checkbox lies above it. */
function Row({ item, isFresh, isChosen, choose }: RowProps) {
  const { session_id, started_at, risk_score, recommended_action, effective_action, label, reason } = item
  const [page = '', ...others] = item.routes
  // What adds a few points to an accepted visit is no accusation.
  const isAccepted = actionTone(recommended_action) === 'good'
  // Its score is gray.
  const isOverridden = recommended_action !== 'Unknown' && effective_action !== recommended_action
  const classes = ['clickable', isFresh && 'fresh', isChosen && 'chosen'].filter(Boolean).join(' ')
  return (
    <tr className={classes}>
      {choose !== undefined && (
        <td className="choice-cell">
          <input
            type="checkbox"
            aria-label={words.choose(item.user_id ?? session_id)}
            checked={isChosen ?? false}
            onChange={({ target }) => choose(target.checked)}
          />
        </td>
      )}
      <td className="score-cell">
        <Score score={risk_score} action={isOverridden ? null : recommended_action} />
      </td>
      <td className="visit">
        <div className="visit-line">
          <Link to={pathTo(['sessions', session_id])} className="row-link" name={nameOf(item)}>
            {item.user_id === null ? (
              <span className="mono">{session_id.slice(0, ID_CHARS)}</span>
            ) : (
              <UserText>{cut(item.user_id)}</UserText>
            )}
          </Link>
          {item.tags.length > 0 && <UserText className="row-tags">{cut(item.tags.join(', '))}</UserText>}
        </div>
      </td>
      <td className="page-cell">
        <UserText>{cut(page)}</UserText>
        {others.length > 0 && <span className="faint"> +{others.length}</span>}
      </td>
      <td className="place-cell">
        {item.country !== null && (
          <abbr className="country" title={countryName(item.country)}>
            {item.country}
          </abbr>
        )}
        <Icon name={browserIcon(item.browser)} title={item.browser ?? texts.visit.unknownBrowser} />
        {item.system !== null && <Icon name={systemIcon(item.system)} title={item.system} />}
      </td>
      <td className="strip-cell">
        {item.activity === null ? '–' : <RhythmStrip strip={readStrip(item.activity)} />}
      </td>
      <td className={isAccepted ? 'reason-cell faint' : 'reason-cell'}>
        {reason === null ? '–' : (texts.checks[reason as SessionCheckName] ?? reason)}
      </td>
      <td className="action-cell">
        <Action action={effective_action} />
        {label !== null && <Icon name={label} title={texts.review.decided[label]} />}
      </td>
      <td className="age-cell">
        <Timestamp at={started_at} />
      </td>
    </tr>
  )
}

const ID_CHARS = 8
const CELL_CHARS = 60
const cut = (text: string): string =>
  text.length <= CELL_CHARS ? text : `${text.slice(0, CELL_CHARS).toWellFormed()}…`

/** For screen readers: who, and the visit in words. */
const nameOf = (item: SessionItem): string => `${whoOf(item)}: ${visitName(item)}`
const whoOf = ({ user_id, session_id }: SessionItem): string =>
  user_id === null ? session_id.slice(0, ID_CHARS) : cut(user_id)

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
