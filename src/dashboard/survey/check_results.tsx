import type { AnswerView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel, surveyCheckOf } from '../../contract/survey_checks.ts'
import { severityWord } from '../format/severity.ts'
import { Result } from '../parts/result.tsx'
import { Table } from '../parts/table.tsx'
import { texts } from '../texts.ts'

const words = texts.participant

/** Failed checks with their evidence; all other checks below. */
export function CheckResults({ results }: Pick<AnswerView, 'results'>) {
  const failed = results.filter(({ result }) => result === 'Detected')
  const others = results.filter(({ result }) => result !== 'Detected')
  const name = (failed.length === 0 ? words.noneFailed : words.otherChecks)(others.length)
  return (
    <>
      {failed.length > 0 && <ResultTable name={words.failedChecks} results={failed} isFailed />}
      {others.length > 0 && (
        <details>
          <summary>{name}</summary>
          <ResultTable name={name} results={others} />
        </details>
      )}
    </>
  )
}

/** What the check alone makes of the severity. */
const severityOf = (check: AnswerView['results'][number]['check'], strength: number): string =>
  severityWord(strength * (surveyCheckOf(check)?.weight ?? 0))

interface ResultTableProps extends Pick<AnswerView, 'results'> {
  readonly name: string
  /** Failed checks have a severity, the others a result. */
  readonly isFailed?: boolean
}

function ResultTable({ name, results, isFailed = false }: ResultTableProps) {
  const [check, result, severity, evidence] = words.resultColumns
  return (
    <Table name={name} head={[check, isFailed ? severity : result, evidence]}>
      {results.map(({ check, result, strength, evidence }) => (
        <tr key={check}>
          <th scope="row">{surveyCheckLabel(check)}</th>
          <td>{isFailed ? severityOf(check, strength) : <Result result={result} />}</td>
          <td className="wrapping">{evidence}</td>
        </tr>
      ))}
    </Table>
  )
}
