/** What the OpenAPI document says about the API as a whole. */
import { PROGRAM_VERSION } from '../../config/program_version.ts'

const info = {
  title: 'Byhand',
  version: PROGRAM_VERSION,
  description:
    'Self-hosted bot detector for web visits and survey answers: risk scores, checks and the evidence behind them.\n\nErrors are problem documents (RFC 9457). Every response carries `X-Request-Id`.',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
}

const tags = [
  { name: 'Sessions', description: 'Reports and event logs of browser sessions.' },
  { name: 'Surveys', description: 'Analysis of open-ended survey responses.' },
  { name: 'Manage sessions', description: 'Lists of sessions, and labels that override an action.' },
  { name: 'Exports', description: 'All sessions or events as a file.' },
  { name: 'Manage keys', description: 'Site keys and secret keys.' },
  { name: 'Manage webhooks', description: 'Webhooks and their deliveries.' },
  { name: 'Manage agents', description: 'Declared agents and their public keys.' },
  { name: 'Manage settings', description: 'Risk settings, retention and their effect.' },
  { name: 'Manage surveys', description: 'Analyzed surveys, and files of responses.' },
  { name: 'Manage personal data', description: "Erasure and export of a person's data." },
  { name: 'Webhook events', description: 'Requests that the service sends to your webhooks.' },
  { name: 'Collection', description: 'Ingest endpoint of the browser script.' },
]

export const SECURITY_SCHEMES = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key with the permission `sessions`.',
  },
  adminKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key with the permission `admin`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'api_key',
    description:
      'A secret key with the permission `survey`. `x-api-key`, `api-key` and `Authorization: Bearer` are accepted too.',
  },
}

export const HEAD = { openapi: '3.1.0', info, tags }
