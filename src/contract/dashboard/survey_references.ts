/** What chatbots answer to the questions of a survey. */
import { type Static, Type } from 'typebox'
import { ID_BYTES, REFERENCE_LIMITS } from '../limits.ts'
import { Closed, Page, TimeOf } from './page.ts'

const QuestionId = Type.String({
  minLength: 1,
  maxLength: ID_BYTES,
  description: 'Question ID, as in survey requests.',
  examples: ['q1'],
})
const Question = Type.String({
  minLength: 1,
  maxLength: REFERENCE_LIMITS.questionChars,
  pattern: '\\S',
  description: 'Text of the question. Its words do not count as evidence.',
  examples: ['What do you like about your neighborhood?'],
})

const Condition = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: ID_BYTES,
    description:
      'Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers.',
    examples: ['treatment'],
  }),
)

export const ReferencesRequest = Closed(
  {
    question_id: QuestionId,
    question: Question,
    condition: Condition,
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER - 1,
        description:
          'The version that these replace, as listed; 0 or absent if the question has no reference answers. With any other version stored, the request is rejected with 409.',
      }),
    ),
    references: Type.Optional(
      Type.Array(Type.String({ maxLength: REFERENCE_LIMITS.chars }), {
        minItems: 1,
        maxItems: REFERENCE_LIMITS.answers,
        description:
          'Answers of chatbots to the question, in English, of at least four words each. Five or more are needed to compare participants with them; ten find more. A text may be copied out of a chat: labels, prompts, openings, closings, headings and marks are removed, and numbered lists of answers are split. Equal answers, the question itself and answers of participants are left out.',
      }),
    ),
    pasted: Type.Optional(
      Type.String({
        maxLength: REFERENCE_LIMITS.pastedChars,
        description:
          'Instead of `references`: all answers in one text, with an empty line between them. It may also hold whole chats with their labels, and numbered lists. Answers that cannot be used are left out.',
        examples: ['I appreciate the sense of community.\n\nThe parks and the local shops stand out.'],
      }),
    ),
  },
  'ReferencesRequest',
  'Reference answers to one question.',
)
export type ReferencesRequest = Static<typeof ReferencesRequest>

export const ChatbotRequest = Closed({ question: Question }, 'ChatbotRequest', 'A question for the chatbot.')
export type ChatbotRequest = Static<typeof ChatbotRequest>

export const ChatbotAnswers = Closed(
  { references: Type.Array(Type.String(), { description: 'Different answers. None is stored.' }) },
  'ChatbotAnswers',
  'Answers of the configured model.',
)
export type ChatbotAnswers = Static<typeof ChatbotAnswers>

export const ReferencesQuery = Type.Object(
  { question_id: QuestionId, condition: Condition },
  { additionalProperties: false },
)

export const ReferenceView = Closed(
  {
    id: Type.String({ description: 'ID of the reference answer. Equal texts have equal IDs.' }),
    text: Type.String({ description: 'The answer of a chatbot.' }),
  },
  'ReferenceAnswer',
  'An answer that a chatbot gave.',
)
export type ReferenceView = Static<typeof ReferenceView>

/** Of a participant's result. */
export const NamedReferences = Type.Array(ReferenceView, {
  description: 'The reference answers that results name, unless they were deleted since.',
})

export const QuestionReferencesView = Closed(
  {
    question_id: QuestionId,
    question: Question,
    condition: Condition,
    version: Type.Integer({ description: 'Grows by one with every change.' }),
    changed_at: TimeOf('Time of the last change'),
    references: Type.Array(ReferenceView, { description: 'The reference answers.' }),
  },
  'QuestionReferences',
  'The reference answers to one question.',
)
export type QuestionReferencesView = Static<typeof QuestionReferencesView>

const DroppedReference = Closed(
  {
    reference: Type.Integer({ minimum: 0, description: 'Index of the text in the request.' }),
    text: Type.String({ description: 'The beginning of what was left out.' }),
    reason: Type.String({
      description: 'Why it was left out.',
      examples: ['is the answer of a participant'],
    }),
  },
  'DroppedReference',
  'A text that was not stored.',
)

export const SavedReferences = Closed(
  {
    ...QuestionReferencesView.properties,
    usable: Type.Integer({ minimum: 1, description: 'Number of stored reference answers.', examples: [7] }),
    of: Type.Integer({
      minimum: 1,
      description: 'Number of answers found in the texts of the request.',
      examples: [10],
    }),
    dropped: Type.Array(DroppedReference, { description: 'The others, in the order of the request.' }),
  },
  'SavedReferences',
  'The stored reference answers to a question, and what was left out.',
)
export type SavedReferences = Static<typeof SavedReferences>

export const ReferenceList = Page(
  QuestionReferencesView,
  'ReferenceList',
  'The reference answers of a survey, by question.',
)
export type ReferenceList = Static<typeof ReferenceList>
