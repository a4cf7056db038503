import type { DemoResult } from '../contract/live_demo.ts'
import { actionTone } from '../dashboard/format/tone.ts'
import { Action, Result } from '../dashboard/parts/result.tsx'
import { texts as dashboard } from '../dashboard/texts.ts'
import { texts } from './texts.ts'

/** Score, action, reasons and checks of one visit. */
export function ResultPanel({ name, result }: { name: string; result: DemoResult | null }) {
  const tone = actionTone(result?.recommended_action ?? null)
  const checks = result?.checks ?? []
  const reasons = checks
    .filter((check) => check.result === 'Detected' || check.points > 0)
    .toSorted((a, b) => b.points - a.points)
  const decided = checks.filter((check) => check.result !== 'Unknown').length
  const isUnknown = result === null || result.recommended_action === 'Unknown'
  return (
    <section className={`card demo-result tone-${tone}`} aria-label={name}>
      <div className="demo-head">
        <h2>{name}</h2>
        <div className="demo-score">
          <strong>{isUnknown ? '–' : result.risk_score}</strong>
          <span>{texts.of100}</span>
        </div>
        <meter min={0} max={100} value={result?.risk_score ?? 0} aria-label={texts.score} />
        <Action action={result?.recommended_action ?? 'Unknown'} />
      </div>
      {reasons.length === 0 && <p>{result === null ? texts.waiting : result.risk_explanation}</p>}
      {reasons.length > 0 && (
        <>
          <h3>{texts.reasons}</h3>
          <ul className="demo-reasons">
            {reasons.map((check) => (
              <li key={check.check}>
                <strong>{dashboard.checks[check.check]}</strong>
                {check.points > 0 && <span className="points">{texts.adds(check.points)}</span>}
                <p>{check.evidence}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {checks.length > 0 && (
        <details open>
          <summary>{texts.checks(decided, checks.length)}</summary>
          <ul className="demo-checks">
            {checks.map(({ check, result: outcome }) => (
              <li key={check}>
                {dashboard.checks[check]} <Result result={outcome} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
