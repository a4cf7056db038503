import type { DemoResult } from '../contract/live_demo.ts'
import { splitChecks, stateTone } from '../dashboard/format/check_state.ts'
import type { BandTone } from '../dashboard/format/tone.ts'
import { CheckStatePill } from '../dashboard/parts/check_state.tsx'
import { ScoreBar } from '../dashboard/parts/score_bar.tsx'
import { texts as dashboard } from '../dashboard/texts.ts'
import { texts } from './texts.ts'
import { type ResultWord, wordOf } from './word_of.ts'

const WORD_TONES: Readonly<Record<ResultWord, BandTone>> = {
  person: 'good',
  bot: 'stop',
  unclear: 'review',
  waiting: 'unknown',
}
export interface ResultProps {
  readonly name: string
  readonly result: DemoResult | null
  /** The word is wrong, and the page says so. */
  readonly isMissed?: boolean
}

/** The word, the score and its parts. */
export function Result({ name, result, isMissed = false }: ResultProps) {
  const word = wordOf(result?.recommended_action ?? null)
  const isWrong = isMissed && word === 'person'
  return (
    <section className={`card demo-result tone-${isWrong ? 'review' : WORD_TONES[word]}`} aria-label={name}>
      <div className="demo-word">
        <p className="small-print">{name}</p>
        <p className="word">{texts.words[word]}</p>
        {word !== 'waiting' && result !== null && (
          <p className="demo-score">
            <strong>{result.risk_score}</strong> {texts.of100}
          </p>
        )}
        <p className="word-hint">{texts.wordHints[isWrong ? 'missed' : word]}</p>
      </div>
      {result !== null && word !== 'waiting' && (
        <ScoreBar score={result.risk_score} checks={result.checks} isBare />
      )}
    </section>
  )
}

/** What the score follows from. */
export function Reasons({ result }: { result: DemoResult }) {
  const { checks } = result
  const decided = checks.filter((check) => check.result !== 'Unknown').length
  const reasons = splitChecks(checks).decided
  const isWeak = reasons.every((check) => stateTone(check) !== 'stop')
  return (
    <section className="card" aria-label={texts.reasons}>
      {reasons.length > 0 && (
        <>
          <h2>{isWeak ? texts.signs : texts.reasons}</h2>
          <ul className="demo-reasons">
            {reasons.map((check) => (
              <li key={check.check} className={`tone-${stateTone(check)}`}>
                <strong>{dashboard.checks[check.check]}</strong>
                <CheckStatePill check={check} />
                <p>{check.evidence}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>{texts.checks(decided, checks.length)}</summary>
        <ul className="demo-checks">
          {checks.map((check) => (
            <li key={check.check}>
              {dashboard.checks[check.check]}
              <CheckStatePill check={check} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** On a phone: one line that stays in view. */
export function ScoreLine({ name, result, isMissed = false }: ResultProps) {
  const word = wordOf(result?.recommended_action ?? null)
  const isWrong = isMissed && word === 'person'
  const [first] = splitChecks(result?.checks ?? []).decided
  const reason = word === 'bot' || word === 'unclear' ? first : undefined
  return (
    <div className={`score-line tone-${isWrong ? 'review' : WORD_TONES[word]}`} aria-hidden="true">
      <strong>{texts.words[word]}</strong>
      <span>{isWrong ? texts.wrong : reason === undefined ? name : dashboard.checks[reason.check]}</span>
      {word !== 'waiting' && result !== null && <b>{result.risk_score}</b>}
    </div>
  )
}
