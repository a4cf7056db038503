import { useState } from 'react'
import type { FileView } from '../../contract/dashboard/surveys.ts'
import { Field } from '../parts/form.tsx'
import { texts } from '../texts.ts'
import { QuestionTypeSelect } from './question_types.tsx'
import { columnKey, textField } from './upload_query.ts'

const words = texts.uploads

/** Detected questions, and the other columns below, each with the reason. A chosen one can get another text. */
export function ColumnChoices({ columns }: { columns: FileView['columns'] }) {
  const [chosen, setChosen] = useState(
    () => new Set([...columns.keys()].filter((index) => columns[index]?.use === 'question')),
  )
  function toggle(index: number) {
    const next = new Set(chosen)
    if (!next.delete(index)) next.add(index)
    setChosen(next)
  }
  const choices = (isQuestion: boolean) => (
    <ul className="column-choices">
      {columns.map(
        ({ name, reason, text, use }, index) =>
          (use === 'question') === isQuestion && (
            <li key={columnKey(index)}>
              <label className="choice">
                <input
                  type="checkbox"
                  name="column"
                  value={columnKey(index)}
                  checked={chosen.has(index)}
                  onChange={() => toggle(index)}
                />
                <span>
                  {name}
                  <span className="hint sentence">{reason}</span>
                </span>
              </label>
              {chosen.has(index) && (
                <div className="asked">
                  <Field label={words.questionText} name={textField(index)} value={text} isOptional />
                  <QuestionTypeSelect index={index} />
                </div>
              )}
            </li>
          ),
      )}
    </ul>
  )
  const others = columns.filter(({ use }) => use !== 'question').length
  return (
    <fieldset>
      <legend>{words.answerColumns}</legend>
      <p className="hint">{words.answerColumnsHint}</p>
      {choices(true)}
      {others > 0 && (
        <details open={others === columns.length}>
          <summary>{words.otherColumns(others)}</summary>
          {choices(false)}
        </details>
      )}
    </fieldset>
  )
}
