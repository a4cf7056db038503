/** Reference answers of chatbots to the questions of a survey. */
import {
  ChatbotAnswers,
  ChatbotRequest,
  type QuestionReferencesView,
  ReferenceList,
  ReferencesQuery,
  ReferencesRequest,
  SavedReferences,
} from '../../../contract/dashboard/survey_references.ts'
import { expectedBy, IF_MATCH, TAG_HEADER, withTag } from '../../http/if_match.ts'
import { jsonResponse } from '../../http/openapi/responses.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { referencesTag, type SurveyReferences } from './survey_references.ts'

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
const params = { surveyId: { description: 'Survey ID', example: 'spring-2025' } }
const CHANGE = { scope: 'admin', role: 'analyst' } as const

export const referenceOperations = (references: SurveyReferences): readonly Operation[] => [
  operation({
    route: 'GET /v1/surveys/:surveyId/references',
    allow: { scope: 'admin', role: 'viewer' },
    operationId: 'listReferences',
    tag,
    summary: 'List reference answers',
    description: 'What chatbots answer to the questions of a survey, by question.',
    params,
    response: jsonResponse(
      'The reference answers.',
      ReferenceList,
      { items: [REFERENCES], next: null },
      TAG_HEADER,
    ),
    handle: ({ actor, params, reply }) =>
      withTag(reply, references.list(actor.workspace, params.surveyId), referencesTag),
  }),
  operation({
    route: 'PUT /v1/surveys/:surveyId/references',
    audit: 'survey_references_changed',
    allow: CHANGE,
    operationId: 'setReferences',
    tag,
    summary: 'Set the reference answers to a question',
    description:
      'Replaces the reference answers to one question, and says how many of the answers in the request are usable. Participants are analyzed again in the background.',
    params,
    body: ReferencesRequest,
    bodyExample: {
      question_id: REFERENCES.question_id,
      question: REFERENCES.question,
      version: 0,
      references: REFERENCES.references.map(({ text }) => text),
    },
    response: jsonResponse('The reference answers to the question, and what was left out.', SavedReferences, {
      ...REFERENCES,
      usable: 1,
      of: 2,
      dropped: [{ reference: 1, text: REFERENCES.question, reason: 'is the question, or no answer' }],
    }),
    headers: IF_MATCH,
    errors: ['concurrent_change', 'precondition_failed'],
    handle: ({ actor, params, body, request }) =>
      references.replace(actor, params.surveyId, body, expectedBy(request)),
  }),
  operation({
    route: 'POST /v1/surveys/:surveyId/references/ask',
    audit: { none: 'reads only' },
    allow: CHANGE,
    operationId: 'askChatbot',
    tag,
    summary: 'Ask a chatbot for reference answers',
    description:
      'Asks the model that the operator configured, and stores nothing. A workspace can ask for one question at a time.',
    params,
    body: ChatbotRequest,
    bodyExample: { question: REFERENCES.question },
    response: jsonResponse('The different answers.', ChatbotAnswers, {
      references: REFERENCES.references.map(({ text }) => text),
    }),
    errors: ['no_chatbot', 'chatbot_failed'],
    handle: ({ actor, body }) => references.ask(actor.workspace, body.question),
  }),
  operation({
    route: 'DELETE /v1/surveys/:surveyId/references',
    audit: 'survey_references_changed',
    allow: CHANGE,
    operationId: 'removeReferences',
    tag,
    summary: 'Delete the reference answers to a question',
    description:
      'Deletes the reference answers. In the background, participants get the results back that they had without them.',
    params,
    query: ReferencesQuery,
    headers: IF_MATCH,
    response: jsonResponse(
      'The reference answers that are left.',
      ReferenceList,
      { items: [], next: null },
      TAG_HEADER,
    ),
    errors: ['not_found', 'precondition_failed'],
    handle: ({ actor, params, query, request, reply }) =>
      withTag(reply, references.remove(actor, params.surveyId, query, expectedBy(request)), referencesTag),
  }),
]
