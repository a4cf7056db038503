import { SURVEY_CHECKS_V021, surveyCheckLabel } from '../../contract/survey_checks.ts'
import { Checkbox } from '../parts/form.tsx'
import { texts } from '../texts.ts'

const words = texts.uploads

/** Closed at first, because most files need every check. */
export function DisabledChecks() {
  return (
    <details>
      <summary>{words.disabledChecks}</summary>
      <fieldset>
        <legend className="hint">{words.disabledChecksHint}</legend>
        {SURVEY_CHECKS_V021.map((check) => (
          <Checkbox key={check} label={surveyCheckLabel(check)} name="disabled" value={check} />
        ))}
      </fieldset>
    </details>
  )
}
