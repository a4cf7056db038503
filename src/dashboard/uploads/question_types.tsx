import type { FileView } from '../../contract/dashboard/surveys.ts'
import { QUESTION_TYPES } from '../../contract/survey.ts'
import { Select } from '../parts/form.tsx'
import { texts } from '../texts.ts'
import { typeField } from './upload_query.ts'

const words = texts.uploads

/** `index`: of the column or the question. */
export function QuestionTypeSelect({ index, label = words.questionType }: { index: number; label?: string }) {
  return (
    <Select
      label={label}
      name={typeField(index)}
      options={QUESTION_TYPES.map((type) => [type, words.questionTypes[type]] as const)}
    />
  )
}

/** For a file of API requests, which name their questions themselves. */
export function QuestionTypes({ questions }: { questions: NonNullable<FileView['questions']> }) {
  return (
    <fieldset>
      <legend>{words.requestQuestions}</legend>
      <p className="hint">{words.requestQuestionsHint}</p>
      {questions.map(({ id, text }, index) => (
        <QuestionTypeSelect key={id} index={index} label={text === '' ? id : `${id}: ${text}`} />
      ))}
    </fieldset>
  )
}
