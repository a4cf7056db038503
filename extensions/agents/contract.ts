/** Declared agents: clients that sign their requests with Web Bot Auth, and the policy of a workspace for each. */
import { type Static, Type } from 'typebox'
import { AgentPolicy } from '../../src/contract/agent_finding.ts'
import { Next } from '../../src/contract/dashboard/page.ts'
import { Field } from '../../src/contract/field.ts'

const closed = { additionalProperties: false } as const

export const MAX_AGENTS = 100
export const MAX_AGENT_KEYS = 20

const Part = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 2_048, description, examples: [example] }))
const Seconds = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description}, in Unix seconds.`, examples: [1_735_689_600] }))

/** Unknown members are accepted and dropped. */
export const AgentKey = Type.Object(
  {
    kty: Type.String({ maxLength: 16, description: 'Kind of key: `OKP`, `RSA` or `EC`.', examples: ['OKP'] }),
    crv: Part('Curve: `Ed25519`, `P-256` or `P-384`.', 'Ed25519'),
    x: Part('Public key, or its first coordinate.', 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'),
    y: Part('Second coordinate of an EC key.', '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM'),
    e: Part('Exponent of an RSA key.', 'AQAB'),
    n: Part('Modulus of an RSA key.', 'r4tmm3r20Wd_PbqvP1s2…'),
    alg: Part('The only algorithm that the key may be used with.', 'ed25519'),
    nbf: Seconds('Time before which the key is not valid'),
    exp: Seconds('Time after which the key is not valid'),
  },
  {
    title: 'AgentKey',
    description: 'A public key (JWK).',
    examples: [{ kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }],
  },
)
export type AgentKey = Static<typeof AgentKey>

export const AgentName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[!-~]([ -~]*[!-~])?$',
  description: 'Name of the agent, as shown in reports; printable ASCII.',
  examples: ['Example Assistant'],
})
const Url = Type.String({
  maxLength: 512,
  description:
    'The URL that the agent sends in `Signature-Agent`: the origin of its key directory, or the URL of its key set.',
  examples: ['https://agent.example.org'],
})
const Keys = Type.Array(AgentKey, {
  minItems: 1,
  maxItems: MAX_AGENT_KEYS,
  description: 'Public keys, as in the `keys` of a key directory (JWK set).',
})

/** As stored in the settings of a workspace. Without keys, its directory must be fetched. */
export const DeclaredAgent = Type.Object(
  {
    name: AgentName,
    url: Url,
    policy: AgentPolicy,
    keys: Type.Array(AgentKey, { maxItems: MAX_AGENT_KEYS }),
  },
  closed,
)
export type DeclaredAgent = Static<typeof DeclaredAgent>

export const AgentChange = Type.Object(
  {
    url: Type.Optional(Url),
    policy: Type.Optional(Field(AgentPolicy, 'The policy; `monitor` for a new agent.')),
    keys: Type.Optional(Keys),
  },
  {
    ...closed,
    title: 'AgentChange',
    description: 'An agent to add or change. Absent fields stay as they are; a new agent needs `url`.',
  },
)
export type AgentChange = Static<typeof AgentChange>

const Time = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description: `${description}, in Unix seconds; or null.` })

export const AgentView = Type.Object(
  {
    name: AgentName,
    url: Url,
    policy: Field(AgentPolicy, 'The policy of the workspace for this agent.'),
    keys: Type.Array(
      Type.Object(
        {
          key_id: Type.String({ description: 'Thumbprint of the key, which signatures name as `keyid`.' }),
          algorithm: Type.String({ description: 'The algorithm.', examples: ['ed25519'] }),
          not_before: Time('Time before which the key is not valid'),
          not_after: Time('Time after which the key is not valid'),
          is_test_key: Type.Boolean({
            description:
              'Whether the private key is published, as in RFC 9421. If so, anyone can sign with it.',
          }),
        },
        { ...closed, title: 'AgentKeyView', description: 'A public key of an agent.' },
      ),
      { description: 'Imported keys. Empty: the directory must be fetched.' },
    ),
  },
  { ...closed, title: 'DeclaredAgent', description: 'An agent that signs its requests.' },
)
export type AgentView = Static<typeof AgentView>

export const AgentList = Type.Object(
  {
    items: Type.Array(AgentView, { description: 'In the order in which they were added.' }),
    next: Next,
    fetches_directories: Type.Boolean({
      description: 'Whether the service fetches key directories (`BYHAND_AGENT_DIRECTORIES`).',
    }),
  },
  { ...closed, title: 'DeclaredAgents', description: 'The declared agents of the workspace.' },
)
export type AgentList = Static<typeof AgentList>

export const AgentRequest = Type.Object(
  {
    method: Type.String({
      maxLength: 32,
      pattern: '^[A-Za-z]+$',
      description: 'Method of the request that your server got.',
      examples: ['GET'],
    }),
    url: Type.String({
      maxLength: 8_192,
      pattern: '^https?://[^/?#@\\s]+(/[^\\s#]*)?$',
      description: 'Its whole URL: scheme and host as the client used them, path and query as received.',
      examples: ['https://shop.example.org/products?page=2'],
    }),
    headers: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 8_192 }), {
      maxProperties: 64,
      description:
        'Its headers: `signature`, `signature-input`, `signature-agent`, and all others that the signature covers.',
    }),
    site_key: Type.String({
      maxLength: 64,
      description: 'Site key of the page. If it has allowed origins, the URL must belong to one of them.',
      examples: ['bh_pk_…'],
    }),
  },
  {
    ...closed,
    title: 'AgentRequest',
    description: 'A request whose Web Bot Auth signature is to be verified.',
  },
)
export type AgentRequest = Static<typeof AgentRequest>
