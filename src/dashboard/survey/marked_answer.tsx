import { Fragment } from 'react'
import type { AnswerView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { markedParts } from './marked_parts.ts'

/** An answer in which the parts behind failed checks are marked. */
export function MarkedAnswer(props: Pick<AnswerView, 'answer' | 'results'>) {
  return (
    <blockquote dir="auto">
      <MarkedText {...props} />
    </blockquote>
  )
}

/** The same without a frame. The block around it has `dir="auto"`, which ignores the text of a `bdi`. */
export function MarkedText({ answer, results }: Pick<AnswerView, 'answer' | 'results'>) {
  return (
    <>
      {markedParts(answer, results).map(({ start, text, checks }) =>
        checks.length === 0 ? (
          <Fragment key={start}>{text}</Fragment>
        ) : (
          <mark key={start} title={checks.map(surveyCheckLabel).join(', ')}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}
