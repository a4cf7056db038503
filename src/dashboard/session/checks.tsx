import type { CheckResult } from '../../contract/checks.ts'
import type { CheckView } from '../../contract/dashboard/session_view.ts'
import { formatPosition } from '../format/time.ts'
import { CheckDocsLink } from '../parts/docs_link.tsx'
import { Result } from '../parts/result.tsx'
import { navigate, withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.session

const ORDER: readonly CheckResult[] = ['Detected', 'Not detected', 'Unknown']
/** The timeline shows the rest. */
const SHOWN_MOMENTS = 5

export interface ChecksProps {
  readonly checks: readonly CheckView[]
  readonly score: number
  readonly chosen: string | undefined
}

export function Checks({ checks, score, chosen }: ChecksProps) {
  const ordered = ORDER.flatMap((result) => checks.filter((check) => check.result === result))
  return (
    <section className="card flush" aria-labelledby="checks">
      <div className="card-head">
        <h2 id="checks">{words.checks}</h2>
        <p className="small-print">{words.checksHint}</p>
      </div>
      <ul className="checks">
        {ordered.map((check) => (
          <Check key={check.check} check={check} score={score} isChosen={check.check === chosen} />
        ))}
      </ul>
    </section>
  )
}

function Check({ check, score, isChosen }: { check: CheckView; score: number; isChosen: boolean }) {
  const { result, points, limited_by, score_without, at_ms, proof } = check
  return (
    <li className={isChosen ? 'chosen' : undefined}>
      <div className="check-name">
        <h3>{texts.checks[check.check]}</h3>
        <p className="small-print">
          {check.meaning} <CheckDocsLink check={check.check} />
        </p>
      </div>
      <Result result={result} />
      <div className="stack">
        <p className="sentence">{check.evidence}</p>
        {(result === 'Detected' || points > 0) && (
          <p className="small-print">
            {proof && `${words.proof} `}
            {points > 0 ? words.adds(points) : words.addsNothing}{' '}
            {limited_by !== null && `${words.limitedBy[limited_by]} `}
            {score_without !== score && <strong>{words.without(score_without)}</strong>}
          </p>
        )}
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
  return (
    <div className="row moments">
      <button type="button" className="small" aria-pressed={isChosen} onClick={() => show(check.at_ms[0])}>
        {words.showEvents(check.at_ms.length)}
      </button>
      {check.at_ms.slice(0, SHOWN_MOMENTS).map((at, i) => (
        <button key={`${at} ${i}`} type="button" className="quiet small mono" onClick={() => show(at)}>
          {formatPosition(at)}
        </button>
      ))}
    </div>
  )
}
