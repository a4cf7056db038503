import type { AnswerView, ParticipantView } from '../../contract/dashboard/surveys.ts'
import { texts } from '../texts.ts'
import { MarkedAnswer } from './marked_answer.tsx'
import { markedWordsIn } from './marked_words.ts'

export interface ClosestReferenceProps extends Pick<ParticipantView, 'references'> {
  readonly answer: AnswerView
}

/** The reference answer behind a detection, with the marked words of the answer that it contains. */
export function ClosestReference({ answer, references }: ClosestReferenceProps) {
  const result = answer.results.find(({ reference }) => reference !== undefined)
  const reference = references.find(({ id }) => id === result?.reference)
  if (result === undefined || reference === undefined) return null
  const spans = markedWordsIn(answer.answer, result.spans ?? [], reference.text)
  return (
    <div className="stack">
      <MarkedAnswer answer={reference.text} results={[{ ...result, spans }]} />
      <p className="small-print">{texts.references.closest}</p>
    </div>
  )
}
