/** /v1/surveys/{surveyId}/references: reference answers of chatbots. */
import type { FastifyInstance } from 'fastify'
import {
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
    'Replaces the reference answers to one question. Participants that were analyzed already are analyzed again in the background. A survey can get reference answers before its first participant.',
  params: { surveyId },
  body: {
    schema: ReferencesRequest,
    example: {
      question_id: REFERENCES.question_id,
      question: REFERENCES.question,
      references: REFERENCES.references.map(({ text }) => text),
    },
  },
  response: jsonResponse('The reference answers to the question.', QuestionReferencesSchema, REFERENCES),
  errors: ['overloaded'],
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
  scope.delete<BySurvey>(path, REMOVE, (request) =>
    surveyReferences.remove(actorOf(request), request.params.surveyId, REMOVE.query(request).question_id),
  )
}
