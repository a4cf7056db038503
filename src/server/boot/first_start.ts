/**
 * The output once the service listens. On an empty store it creates a workspace, keys, a login link and two sample
 * sessions, and prints them once. Later starts print the addresses, and the commands that create a login link and keys.
 */
import { EXAMPLE_SESSIONS } from '../../contract/example_session.ts'
import { createLoginLink } from '../account/accounts.ts'
import { createFirstWorkspace } from '../account/first_workspace.ts'
import { openManagedKeys } from '../account/managed_keys.ts'
import { reachable } from '../addresses/base_url.ts'
import { openAudit } from '../audit/audit_log.ts'
import type { Config } from '../config/config.ts'
import { DEFAULT_PORT } from '../config/config_variables.ts'
import { hasExamples, storeExamples } from '../demo/example_visits.ts'
import { isDemoConfigured } from '../demo/is_demo_on.ts'
import type { Services } from '../services.ts'

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
  const audit = openAudit(store.audit, now)
  const audited = { store, audit, now }
  const actor = await createFirstWorkspace(audited, 'serve')
  if (actor === null) {
    print(`Login link   ${loginCommand(config, address)}`)
    print('Keys         npx byhand keys create --help')
    return
  }
  const { workspace } = actor
  const keys = openManagedKeys(audited)
  const site = await keys.create(actor, { kind: 'site', name: 'First site key' })
  const secret = await keys.create(actor, { kind: 'secret', name: 'First secret key' })
  const login = await createLoginLink(store.accounts, workspace, 'owner', now())
  await audit(actor, { action: 'member_invited', detail: 'owner' })
  print(`Login link   ${base}/app/join#${login}`)
  print(`Site key     ${site.secret}`)
  print(`Secret key   ${secret.secret}`)
  if (hasExamples()) await storeExamples(store, workspace, now())
  print('')
  for (const line of curlLines(address, secret.secret)) print(line)
}

/** The command prints a link with the port of its own settings. */
function loginCommand({ publicUrl, port }: Config, address: string): string {
  const isKnown = publicUrl !== undefined || port === DEFAULT_PORT
  return isKnown ? 'npx byhand login' : `BYHAND_PORT=${new URL(address).port} npx byhand login`
}

const SURVEY_EXAMPLE = {
  survey_id: 'welcome',
  participant_id: 'p1',
  questions: { q1: 'What do you like about your neighborhood?' },
  responses: { q1: 'The bakery on the corner, and the old trees along the canal.' },
}

function curlLines(address: string, key: string): string[] {
  const read = (sessionId: string, part: string) =>
    `curl -H 'Authorization: Bearer ${key}' ${address}/v1/sessions/${sessionId}/${part}`
  const { person, bot } = EXAMPLE_SESSIONS
  const check = `curl -H 'api_key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(SURVEY_EXAMPLE)}' ${address}/survey-check/v021`
  return hasExamples()
    ? [read(person, 'report'), read(bot, 'report'), check, read(person, 'events')]
    : [check]
}
