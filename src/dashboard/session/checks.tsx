import type { CheckView } from '../../contract/dashboard/session_view.ts'
import { splitChecks } from '../format/check_state.ts'
import { formatPosition } from '../format/time.ts'
import { CheckStatePill } from '../parts/check_state.tsx'
import { CheckDocsLink } from '../parts/docs_link.tsx'
import { navigate, withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.session

/** The timeline shows the rest. */
const SHOWN_MOMENTS = 5

export interface ChecksProps {
  readonly checks: readonly CheckView[]
  readonly score: number
  readonly chosen: string | undefined
}

/** The checks that decided the score, with their moments. The others are folded. */
export function Checks({ checks, score, chosen }: ChecksProps) {
  const { decided, others } = splitChecks(checks)
  const idle = others.filter(({ result }) => result === 'Detected')
  const caps = [...new Set(idle.flatMap(({ limited_by }) => limited_by ?? []))]
  const list = (shown: readonly CheckView[]) => (
    <ul className="checks">
      {shown.map((check) => (
        <Check key={check.check} check={check} score={score} isChosen={check.check === chosen} />
      ))}
    </ul>
  )
  return (
    <section className="card flush" aria-labelledby="checks">
      <div className="card-head">
        <h2 id="checks">{words.checks}</h2>
        <p className="small-print">{words.checksHint}</p>
      </div>
      {decided.length === 0 ? <p className="padded faint">{words.noneDecided}</p> : list(decided)}
      <details className="other-checks" open={others.some(({ check }) => check === chosen)}>
        <summary>{words.otherChecks(others)}</summary>
        {idle.length > 0 && (
          <p className="padded small-print">
            {[words.addsNothing, ...caps.map((cap) => words.limitedBy[cap])].join(' ')}
          </p>
        )}
        {list(others)}
      </details>
    </section>
  )
}

function Check({ check, score, isChosen }: { check: CheckView; score: number; isChosen: boolean }) {
  const { points, limited_by, score_without, at_ms, proof } = check
  const notes = [
    proof && words.proof,
    points > 0 && limited_by !== null && words.limitedBy[limited_by],
    // Otherwise the points say so, rounded.
    Math.abs(score - points - score_without) > 1 && score_without !== score && words.without(score_without),
  ].filter((note) => note !== false)
  return (
    <li className={isChosen ? 'chosen' : undefined}>
      <div className="check-name">
        <h3>{texts.checks[check.check]}</h3>
        <p className="small-print">
          {check.meaning}. <CheckDocsLink check={check.check} />
        </p>
      </div>
      <CheckStatePill check={check} />
      <div className="stack">
        <p className="sentence">{check.evidence}</p>
        {notes.length > 0 && <p className="small-print">{notes.join(' ')}</p>}
        {at_ms.length > 0 && <Moments check={check} isChosen={isChosen} />}
      </div>
    </li>
  )
}

function Moments({ check, isChosen }: { check: CheckView; isChosen: boolean }) {
  const show = (at?: number) =>
    navigate(withSearch({ check: check.check, at: at === undefined ? undefined : String(at) }), {
      replace: true,
    })
  // Of the moments that look the same, the first.
  const moments = [
    ...new Map(check.at_ms.toReversed().map((at) => [formatPosition(at), at] as const)),
  ].toReversed()
  return (
    <div className="row moments">
      <button type="button" className="small" aria-pressed={isChosen} onClick={() => show(check.at_ms[0])}>
        {words.showEvents}
      </button>
      {moments.slice(0, SHOWN_MOMENTS).map(([position, at]) => (
        <button key={position} type="button" className="quiet small mono" onClick={() => show(at)}>
          {position}
        </button>
      ))}
      {moments.length > SHOWN_MOMENTS && (
        <span className="small-print">{words.moreMoments(moments.length - SHOWN_MOMENTS)}</span>
      )}
    </div>
  )
}
