import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { outcomeSentence } from '../../contract/outcome_counts.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
import { verdictTone } from '../format/tone.ts'
import { texts } from '../texts.ts'

const words = texts.survey

/** The outcome of a survey in a sentence, and the participants by verdict as one bar, worst first. */
export function VerdictBar({ survey }: { survey: SurveyView }) {
  const { verdicts, reviewed } = survey
  return (
    <section className="outcome" aria-label={words.outcome}>
      <p>
        <strong>{outcomeSentence(survey)}</strong> <span className="faint">{words.reviewed(reviewed)}</span>
      </p>
      <div className="verdict-bar" aria-hidden="true">
        {VERDICTS.toReversed()
          .filter((verdict) => verdicts[verdict] > 0)
          .map((verdict) => (
            <span
              key={verdict}
              className={`tone-${verdictTone(verdict)}`}
              style={{ flexGrow: verdicts[verdict] }}
            />
          ))}
      </div>
    </section>
  )
}
