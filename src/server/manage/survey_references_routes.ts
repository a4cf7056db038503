/** /v1/surveys/{surveyId}/references: reference answers of chatbots. */
import type { FastifyInstance } from 'fastify'
import {
  ChatbotAnswers,
  ChatbotRequest,
  QuestionReferencesView as QuestionReferencesSchema,
  type QuestionReferencesView,
  ReferenceList,
  ReferencesQuery,
  ReferencesRequest,
} from '../../contract/dashboard/survey_references.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const REFERENCES: QuestionReferencesView = {
  question_id: 'q1',
  question: 'What do you like about your neighborhood?',
  version: 1,
  changed_at: 1_742_913_050_000,
  references: [
    {
      id: 'ref_0pq8Zr1nXkT2mVb4',
      text: 'I appreciate the strong sense of community and the convenient access to local businesses.',
    },
  ],
}

const tag = 'Manage surveys'
const surveyId = { description: 'Survey ID', example: 'spring-2025' }

const LIST = operation({
  operationId: 'listReferences',
  tag,
  summary: 'List reference answers',
  description: 'What chatbots answer to the questions of a survey, by question.',
  params: { surveyId },
  response: jsonResponse('The reference answers.', ReferenceList, { items: [REFERENCES] }),
})
const REPLACE = operation({
  operationId: 'setReferences',
  tag,
  summary: 'Set the reference answers to a question',
  description:
    'Replaces the reference answers to one question. Name the version that you read, so that nobody replaces what somebody else just set. Participants that were analyzed already are analyzed again in the background. A survey can get reference answers before its first participant.',
  params: { surveyId },
  body: {
    schema: ReferencesRequest,
    example: {
      question_id: REFERENCES.question_id,
      question: REFERENCES.question,
      version: 0,
      references: REFERENCES.references.map(({ text }) => text),
    },
  },
  response: jsonResponse('The reference answers to the question.', QuestionReferencesSchema, REFERENCES),
  errors: ['concurrent_change'],
})
const ASK = operation({
  operationId: 'askChatbot',
  tag,
  summary: 'Ask a chatbot for reference answers',
  description:
    'Asks the model that the operator configured for a second opinion: the plain question, as a participant, and for a short answer, four times each. Nothing is stored: set the answers that you want to keep. A workspace can ask for one question at a time.',
  params: { surveyId },
  body: { schema: ChatbotRequest, example: { question: REFERENCES.question } },
  response: jsonResponse('The different answers.', ChatbotAnswers, {
    references: REFERENCES.references.map(({ text }) => text),
  }),
  errors: ['no_chatbot', 'chatbot_failed'],
})
const REMOVE = operation({
  operationId: 'removeReferences',
  tag,
  summary: 'Delete the reference answers to a question',
  description:
    'Deletes the reference answers. In the background, participants get the results back that they had without them.',
  params: { surveyId },
  query: ReferencesQuery,
  response: jsonResponse('The reference answers that are left.', ReferenceList, { items: [] }),
  errors: ['not_found'],
})

interface BySurvey {
  Params: { surveyId: string }
}

export function manageSurveyReferencesRoutes(
  scope: FastifyInstance,
  { services, actorOf }: ManageContext,
): void {
  const { surveyReferences } = services.operations
  const path = '/v1/surveys/:surveyId/references'

  scope.get<BySurvey>(path, LIST, ({ caller, params }) =>
    surveyReferences.list(caller.workspace, params.surveyId),
  )
  scope.put<BySurvey>(path, REPLACE, (request) =>
    surveyReferences.replace(actorOf(request), request.params.surveyId, REPLACE.body(request)),
  )
  scope.post<BySurvey>(`${path}/ask`, ASK, (request) =>
    surveyReferences.ask(request.caller.workspace, ASK.body(request).question),
  )
  scope.delete<BySurvey>(path, REMOVE, (request) =>
    surveyReferences.remove(actorOf(request), request.params.surveyId, REMOVE.query(request).question_id),
  )
}
