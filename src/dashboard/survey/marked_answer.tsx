import type { AnswerView } from '../../contract/dashboard/surveys.ts'
import { UserText } from '../parts/user_text.tsx'
import { markedParts } from './marked_parts.ts'

/** An answer in which the parts behind failed checks are marked. */
export function MarkedAnswer({ answer, results }: Pick<AnswerView, 'answer' | 'results'>) {
  return (
    <blockquote>
      <bdi>
        {markedParts(answer, results).map(({ start, text, checks }) =>
          checks.length === 0 ? (
            <UserText key={start}>{text}</UserText>
          ) : (
            <mark key={start} title={checks.join(', ')}>
              {text}
            </mark>
          ),
        )}
      </bdi>
    </blockquote>
  )
}
