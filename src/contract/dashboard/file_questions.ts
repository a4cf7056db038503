/** The questions of a survey file whose lines are API requests. */
import { Type } from 'typebox'
import { Closed, OrNull } from './page.ts'

const FileQuestion = Closed(
  {
    id: Type.String({ description: 'ID of the question.', examples: ['q1'] }),
    text: Type.String({ description: 'Text of the question.', examples: ['What do you like?'] }),
  },
  'SurveyFileQuestion',
  'A question of a file whose lines are API requests.',
)

export const FileQuestions = OrNull(
  Type.Array(FileQuestion),
  'The questions of a file whose lines are API requests; null if the answers are in columns.',
  [{ id: 'q1', text: 'What do you like?' }],
)
