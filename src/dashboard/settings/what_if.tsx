import type { WhatIf } from '../../contract/dashboard/settings.ts'
import { BANDS } from '../format/tone.ts'
import { visitName } from '../format/visit_name.ts'
import { Link } from '../parts/link.tsx'
import { Action, LabelBadge } from '../parts/result.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import type { Draft } from './draft.ts'

const words = texts.whatIf

/** Effect of draft settings on stored sessions. */
export function WhatIfView({ whatIf, draft }: { whatIf: WhatIf; draft: Draft }) {
  const { computed_on, stored, changed, examples } = whatIf
  return (
    <section className="card what-if" aria-labelledby="what-if">
      <div className="card-head">
        <h2 id="what-if">{changed === 0 ? words.noChange : words.changed(changed)}</h2>
        <p className="small-print">{words.computedOn(computed_on, stored)}</p>
      </div>
      <Bands whatIf={whatIf} />
      <LabeledSessions whatIf={whatIf} />
      {examples.length > 0 && (
        <Table name={words.examples} head={words.columns} className="moved-sessions">
          {examples.map((each) => (
            <tr key={each.session_id}>
              <td className="visit">
                <Link to={pathTo(['sessions', each.session_id])}>
                  <UserText>{visitName(each)}</UserText>
                </Link>
                <span className="under">
                  <Timestamp at={each.started_at} />
                </span>
              </td>
              <td>
                {each.score_before} <Action action={each.action_before} />
              </td>
              <td>
                {each.score_after} <Action action={each.action_after} />
                {lacksEvidence(each, draft) && <span className="under">{words.lacksEvidence}</span>}
              </td>
              <td>{each.label !== null && <LabelBadge label={each.label} />}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** The score alone would lead to a lower action. */
const lacksEvidence = (
  { score_after, action_after }: WhatIf['examples'][number],
  { bands: [monitor], monitorOnly }: Draft,
): boolean =>
  action_after === 'Unknown' ||
  (action_after === 'Accept with monitoring' && score_after < monitor && !monitorOnly)

/** How many sessions move from one action to another. */
export function Moves({ whatIf: { moves } }: { whatIf: WhatIf }) {
  return (
    <ul className="moves">
      {moves.map(({ from, to, count }) => (
        <li key={`${from} ${to}`}>
          <strong>{count}</strong> <Action action={from} /> <span aria-hidden="true">→</span>
          <span className="visually-hidden">{words.to}</span> <Action action={to} />
        </li>
      ))}
    </ul>
  )
}

function Bands({ whatIf: { before, after } }: { whatIf: WhatIf }) {
  return (
    <Table name={words.bands} head={words.bandColumns}>
      {BANDS.map(([band, , action]) => {
        const difference = after[band] - before[band]
        return (
          <tr key={band}>
            <th scope="row">
              <Action action={action} />
            </th>
            <td>{before[band]}</td>
            <td>{after[band]}</td>
            <td>{difference === 0 ? '' : difference > 0 ? `+${difference}` : `−${-difference}`}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function LabeledSessions({ whatIf: { labeled } }: { whatIf: WhatIf }) {
  const { before, after } = labeled
  const total = before.people_passed + before.people_flagged + before.bots_passed + before.bots_flagged
  if (total === 0) return <p className="faint">{words.noLabels}</p>
  const rows = [
    [words.people, 'people_flagged', before.people_passed + before.people_flagged],
    [words.bots, 'bots_flagged', before.bots_passed + before.bots_flagged],
  ] as const
  return (
    <Table name={words.labeled} head={words.labelColumns}>
      {rows.map(([name, field, of]) => (
        <tr key={field}>
          <th scope="row">{name}</th>
          <td>{words.ofAll(before[field], of)}</td>
          <td>{words.ofAll(after[field], of)}</td>
        </tr>
      ))}
    </Table>
  )
}
