import type { AnswerView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel, surveyCheckOf } from '../../contract/survey_checks.ts'
import { Result } from '../parts/result.tsx'
import { Table } from '../parts/table.tsx'
import { texts } from '../texts.ts'

const words = texts.participant

/** Failed checks with their evidence; all other checks below. */
export function CheckResults({ results }: Pick<AnswerView, 'results'>) {
  const failed = results.filter(({ result }) => result === 'Detected')
  const others = results.filter(({ result }) => result !== 'Detected')
  return (
    <>
      {failed.length > 0 && <ResultTable name={words.failedChecks} results={failed} />}
      {others.length > 0 && (
        <details>
          <summary>{words.otherChecks(others.length)}</summary>
          <ResultTable name={words.otherChecks(others.length)} results={others} />
        </details>
      )}
    </>
  )
}

/** What the check alone makes of the severity, 0 to 100. */
const severityOf = (check: AnswerView['results'][number]['check'], strength: number): number =>
  Math.round(100 * strength * (surveyCheckOf(check)?.weight ?? 0))

function ResultTable({ name, results }: { name: string } & Pick<AnswerView, 'results'>) {
  return (
    <Table name={name} head={words.resultColumns}>
      {results.map(({ check, result, strength, evidence }) => (
        <tr key={check}>
          <th scope="row">{surveyCheckLabel(check)}</th>
          <td>
            <Result result={result} />
          </td>
          <td>{result === 'Detected' ? severityOf(check, strength) : ''}</td>
          <td className="wrapping">{evidence}</td>
        </tr>
      ))}
    </Table>
  )
}
