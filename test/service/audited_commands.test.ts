/** Each command that changes something, run without a service on a data folder that was empty: its audit entry. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationOf } from '../../src/cli/operations/api.ts'
import { operationOfCommand } from '../../src/cli/operations/named.ts'
import { loadAll } from '../../src/cli/program.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { byhandHere } from './command.ts'

const AGENT_KEY = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
const FILES: Readonly<Record<string, string>> = {
  'answers.csv': 'participant_id,What do you like about your town?\np1,the old bridge over the river\n',
  'references.txt': 'I appreciate the strong sense of community.\nThe parks and the museums are lovely.\n',
  'keys.json': JSON.stringify({ keys: [AGENT_KEY] }),
}

let folder: string
let mine: FilledWorkspace
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-audited-'))
  for (const [name, content] of Object.entries(FILES)) await writeFile(file(name), content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ENV = { BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes', BYHAND_PUBLIC_URL: 'https://byhand.example.org' }

const file = (name: string) => join(folder, name)

async function stored<Result>(read: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore('sqlite', file('data'), { beside: true })
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}
const entries = () =>
  stored(async ({ audit, keys }) => {
    const all = await Promise.all((await keys.workspaces()).map(({ id }) => audit.list(id, 500)))
    return all.flat()
  })
const run = (...words: string[]) => byhandHere({ folder: file('data'), env: ENV }, ...words)

type Change = readonly [words: () => string[], action: string, subject?: string, detail?: string]

/** In this order: the later ones remove what the earlier ones need. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'keys create': [
    [() => ['--name', 'n', '--scope', 'admin'], 'key_created', 'n', 'bh_sk_'],
    [() => ['site', '--name', 't', '--test'], 'key_created', 't', 'bh_pk_test_'],
  ],
  'keys rotate': [[() => [mine.keyId], 'key_rotated', `key`, '24 h']],
  'keys revoke': [[() => [mine.keyId], 'key_revoked', 'key', 'bh_sk_']],
  'workspaces user-hash': [[() => ['--enforce'], 'settings_changed', 'user_hash', 'enforce']],
  'workspaces result-secret': [[() => ['--rotate'], 'result_secret_rotated']],
  'settings set': [
    [() => ['--monitor-only', 'on'], 'settings_changed', 'monitor_only', 'true'],
    [() => ['--device-data', 'optional'], 'settings_changed', 'device_data', 'optional'],
    [() => ['--device-data', 'optional'], 'settings_changed', 'nothing', '{}'],
  ],
  login: [[() => ['--role', 'viewer'], 'member_invited', '', 'viewer']],
  'agents import': [
    [() => ['Helper', file('keys.json'), '--url', 'https://agent.example.org'], 'agent_saved', 'Helper'],
  ],
  'agents policy': [[() => ['Helper', 'block'], 'agent_saved', 'Helper', 'block']],
  'agents remove': [[() => ['Helper'], 'agent_removed', 'Helper']],
  'sessions label': [
    [() => [mine.session, 'bot'], 'label_set'],
    [() => [mine.session, 'none'], 'label_removed'],
  ],
  'sessions export': [[() => ['--out', file('sessions.ndjson')], 'exported', 'all sessions']],
  export: [[() => ['--user', mine.user, '--out', file('person.json')], 'person_exported']],
  'surveys results': [[() => [mine.survey, '--out', file('results.csv')], 'exported', '', 'survey, csv']],
  'surveys verdict': [
    [() => [mine.survey, mine.participant, 'keep'], 'verdict_set'],
    [() => [mine.survey, mine.participant, 'none'], 'verdict_removed'],
  ],
  'surveys references set': [
    [
      () => [mine.survey, 'q2', file('references.txt'), '--text', 'What do you like about your town?'],
      'survey_references_changed',
    ],
  ],
  'surveys references remove': [[() => [mine.survey, 'q2'], 'survey_references_changed']],
  'surveys settings': [[() => [mine.survey, '--review-effort', '2'], 'survey_settings_changed']],
  'surveys analyze-again': [[() => [mine.survey], 'survey_analyzed_again']],
  'surveys jobs create': [[() => [file('answers.csv')], 'survey_uploaded', 'answers.csv']],
  'surveys jobs cancel': [[() => [job], 'survey_upload_canceled', 'answers.csv']],
  'surveys jobs result': [[() => [mine.upload, '--out', file('job.csv')], 'exported', '', 'analyzed file']],
  'webhooks create': [
    [() => ['http://127.0.0.1:9/a', '--event', 'survey.flagged'], 'webhook_created', '127.0.0.1:9'],
  ],
  'webhooks update': [[() => [mine.webhook, '--name', 'other'], 'webhook_changed']],
  'webhooks rotate': [[() => [mine.webhook], 'webhook_secret_rotated']],
  'webhooks test': [[() => [mine.webhook], 'webhook_tested']],
  'webhooks redeliver': [[() => [mine.delivery], 'delivery_redelivered']],
  'webhooks delete': [[() => [mine.webhook], 'webhook_removed']],
  'retention confirm': [[() => ['--all'], 'retention_confirmed']],
  erase: [[() => ['--session', mine.session, '--yes'], 'erased']],
}
/** The last survey job. */
let job = ''

/** They take no workspace, or find it by the ID. */
const WITHOUT_WORKSPACE = ['keys rotate', 'keys revoke']
/** The receiver does not answer. */
const FAILING = ['webhooks test']

it('begins with the creation of a workspace in an empty folder', async () => {
  const { code, stdout } = await run('workspaces', 'create', 'first', '--json')
  expect(code).toBe(0)
  expect(await entries()).toMatchObject([
    {
      workspace: JSON.parse(stdout).id,
      action: 'workspace_created',
      subject: 'first',
      who: 'byhand workspaces create',
    },
  ])
  mine = await stored((store) => setUpWorkspace(store))
})

describe.each(Object.entries(CHANGES))('byhand %s', (name, changes) => {
  it.each(changes.map((change) => ({ change })))('leaves the entry $change.1', async ({ change }) => {
    const [wordsOf, action, subject = '', detail = ''] = change
    const before = new Set((await entries()).map(({ id }) => id))
    const words = [...name.split(' '), ...wordsOf()]
    if (!WITHOUT_WORKSPACE.includes(name)) words.push('--workspace', mine.workspace)
    const { code, stdout, stderr } = await run(...words, '--json')
    expect([code, stderr]).toEqual([FAILING.includes(name) ? 1 : 0, stderr])
    if (name === 'surveys jobs create') job = JSON.parse(stdout).id
    const added = (await entries()).filter(
      ({ id, workspace }) => !before.has(id) && workspace === mine.workspace,
    )
    expect(added).toMatchObject([{ action, memberId: null, who: `byhand ${name}` }])
    expect(added[0]?.subject).toContain(subject)
    expect(added[0]?.detail).toContain(detail)
  })
})

it('covers every command that calls an operation with an audit entry', async () => {
  const terminal = { out() {}, write: async () => {}, note() {}, isScreen: false }
  const audited: string[] = []
  const follow = (command: Command, name: string): void => {
    const operation = operationOfCommand(command)
    if (operation !== undefined && !isReading(operation)) audited.push(name)
    for (const one of command.commands) follow(one, `${name} ${one.name()}`.trim())
  }
  for (const one of (await loadAll(terminal)).commands) if (one.name() !== 'call') follow(one, one.name())
  // They change something with an option only.
  const further = ['workspaces user-hash', 'workspaces result-secret']
  expect([...audited, ...further].sort()).toEqual(['workspaces create', ...Object.keys(CHANGES)].sort())
})

const isReading = (operation: string): boolean => {
  const { audit } = operationOf(operation)
  return typeof audit === 'object' && 'none' in audit
}
