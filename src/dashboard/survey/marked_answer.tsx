import { Fragment } from 'react'
import type { AnswerView } from '../../contract/dashboard/surveys.ts'
import { markedParts } from './marked_parts.ts'

/** An answer in which the parts behind failed checks are marked. */
export function MarkedAnswer(props: Pick<AnswerView, 'answer' | 'results'>) {
  return (
    <blockquote dir="auto">
      <MarkedText {...props} />
    </blockquote>
  )
}

/** The same without a frame. One isolated run of text, so that parts of a right-to-left answer keep their order. */
export function MarkedText({ answer, results }: Pick<AnswerView, 'answer' | 'results'>) {
  return (
    <bdi>
      {markedParts(answer, results).map(({ start, text, checks }) =>
        checks.length === 0 ? (
          <Fragment key={start}>{text}</Fragment>
        ) : (
          <mark key={start} title={checks.join(', ')}>
            {text}
          </mark>
        ),
      )}
    </bdi>
  )
}
