/** Writes the types of the Node client from the schemas of the contract: `node tools/node_client_types.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentFinding, AgentRequest, VerifiedAgent } from '../src/contract/agents.ts'
import { Problem } from '../src/contract/problem.ts'
import { SignedResult, VerifyAnswer } from '../src/contract/result.ts'
import { EventLog, SessionRecord, SessionReport, TagSessions, UserSessions } from '../src/contract/session.ts'
import {
  SurveyRequestV012,
  SurveyRequestV021,
  SurveyResultV012,
  SurveyResultV021,
} from '../src/contract/survey.ts'
import { inJsonSchema2020 } from '../src/server/http/json_schema_2020.ts'
import { withNamedSchemas } from '../src/server/http/openapi_names.ts'
import { clientTypes } from './client_types.ts'

export const TYPES_FILE = join(import.meta.dirname, '../clients/node/src/contract.ts')

/** The types that clients have. */
export const CLIENT_SCHEMAS = {
  SessionRecord,
  SessionReport,
  UserSessions,
  TagSessions,
  EventLog,
  SurveyRequestV021,
  SurveyResultV021,
  SurveyRequestV012,
  SurveyResultV012,
  SignedResult,
  VerifyAnswer,
  AgentRequest,
  AgentFinding,
  VerifiedAgent,
  Problem,
}

export async function nodeClientTypes(): Promise<string> {
  const described = inJsonSchema2020({
    openapi: '3.1.0',
    info: { title: 'Byhand', version: '1' },
    paths: Object.values(CLIENT_SCHEMAS).map((schema) => ({ schema })),
  })
  const named = withNamedSchemas(described as Record<string, unknown>)
  const types = await clientTypes({ ...named, paths: {}, webhooks: {} })
  return `/** Types of the API. Written by tools/node_client_types.ts from the contract. */\n\n${types}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES_FILE, await nodeClientTypes())
