/**
 * The output once the service listens. On an empty store it creates a workspace, keys, a login link and a sample
 * session, and prints them once. Later starts print the addresses, and the commands that create a login link and keys.
 */
import { randomBytes } from 'node:crypto'
import type { Name } from '../../contract/batch.ts'
import { EXAMPLE_SESSION } from '../../contract/example_session.ts'
import { ATTENTION_KIND, NAVIGATION_KIND, ROWS } from '../../contract/rows.ts'
import { DEFAULT_SCOPES } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import { createLoginLink } from '../account/accounts.ts'
import { reachable } from '../addresses/base_url.ts'
import type { Config } from '../config/config.ts'
import { DEFAULT_PORT } from '../config/config_variables.ts'
import { isDemoConfigured } from '../demo/is_demo_on.ts'
import type { Services } from '../services.ts'
import { appendRecorded } from '../test_mode/append_recorded.ts'
import { createFirstWorkspace } from '../workspace/first_workspace.ts'
import { createKey } from '../workspace/keys.ts'

export interface Listening {
  /** `http://127.0.0.1:8787` */
  readonly address: string
  readonly services: Services
}

export async function announce(listening: Listening, print: (line: string) => void): Promise<void> {
  const { services } = listening
  const address = reachable(listening.address)
  const { store, now, config } = services
  const base = config.publicUrl ?? address
  print(`Byhand is listening on ${address}`)
  print('')
  if (isDemoConfigured(config)) print(`Live demo    ${base}/`)
  print(`Dashboard    ${base}/app`)
  const workspace = await createFirstWorkspace(store.keys, now())
  if (workspace === null) {
    print(`Login link   ${loginCommand(config, address)}`)
    print('Keys         npx byhand keys create --help')
    return
  }
  const site = await createKey(store.keys, { workspace, kind: 'site', name: 'First site key' }, now())
  const secret = await createKey(
    store.keys,
    { workspace, kind: 'secret', name: 'First secret key', scopes: DEFAULT_SCOPES },
    now(),
  )
  const login = await createLoginLink(store.accounts, workspace, 'owner', now())
  print(`Login link   ${base}/app/join#${login}`)
  print(`Site key     ${site.key}`)
  print(`Secret key   ${secret.key}`)
  await recordExample(store, workspace, now())
  print('')
  for (const line of curlLines(address, secret.key)) print(line)
}

/** The command prints a link with the port of its own settings. */
function loginCommand({ publicUrl, port }: Config, address: string): string {
  const isKnown = publicUrl !== undefined || port === DEFAULT_PORT
  return isKnown ? 'npx byhand login' : `BYHAND_PORT=${new URL(address).port} npx byhand login`
}

/** Stores a short visit, so that there is a session to read. */
async function recordExample(store: Store, workspace: string, now: number): Promise<void> {
  const names = { tags: ['welcome'] }
  const startsAt = now - 3_000
  const batch = {
    session_id: EXAMPLE_SESSION,
    tab: 'example',
    page: 0,
    seq: 0,
    final: true,
    sent_at: now,
    time_origin: startsAt,
    start: 0,
    at: [0, 0] as [number, number],
    ...names,
    names: [['path', '/welcome'] as Name],
    rows: [
      [ROWS.navigation.code, 0, NAVIGATION_KIND.load, 0],
      [ROWS.attention.code, 10_000, ATTENTION_KIND.hidden],
      [ROWS.attention.code, 10_000, ATTENTION_KIND.visible],
    ],
  }
  const sender = { siteKeyId: 'example', tabSecret: randomBytes(32), ...names }
  await appendRecorded(
    store,
    { workspace, sessionId: EXAMPLE_SESSION },
    { batch, receipt: { at: now } },
    sender,
  )
}

const SURVEY_EXAMPLE = {
  survey_id: 'welcome',
  participant_id: 'p1',
  questions: { q1: 'What do you like about your neighborhood?' },
  responses: { q1: 'The bakery on the corner, and the old trees along the canal.' },
}

function curlLines(address: string, key: string): string[] {
  const read = (part: string) =>
    `curl -H 'Authorization: Bearer ${key}' ${address}/v1/sessions/${EXAMPLE_SESSION}/${part}`
  const check = `curl -H 'api_key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(SURVEY_EXAMPLE)}' ${address}/survey-check/v021`
  return [read('report'), check, read('events')]
}
