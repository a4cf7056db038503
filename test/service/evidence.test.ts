/** The evidence of a session over HTTP, and the command that rebuilds it without a service. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INPUT_KIND, NAVIGATION_KIND } from '../../src/contract/batch/rows.ts'
import type { Evidence } from '../../src/contract/evidence.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { apiClient } from './api_client.ts'
import { byhand } from './command.ts'
import { event, type NamedEvent, record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const TYPED: NamedEvent[] = [
  event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/survey']),
  ...Array.from({ length: 60 }, (_, i) =>
    event('input', 1000 + i * 7, { kind: INPUT_KIND.insertText, length: 1, value: i + 1 }, [
      'question',
      'q1',
    ]),
  ),
]

let service: RunningService
let workspace: TestWorkspace
let folder: string
let get: ReturnType<typeof apiClient>
const sessionId = randomBytes(16).toString('base64url')

beforeAll(async () => {
  service = await runService({})
  workspace = await service.workspace()
  get = apiClient(service.address, workspace.secretKey)
  folder = await mkdtemp(join(tmpdir(), 'byhand-evidence-'))
  await workspace.send(sessionId, record(TYPED, [5, 20], { origin: Date.now() - 10_000 }), {
    userId: 'someone',
    tags: ['a'],
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await service.stop()
})

async function saved(text: string): Promise<string> {
  const file = join(folder, `${randomBytes(6).toString('hex')}.json`)
  await writeFile(file, text)
  return file
}

const evidenceOf = async () => (await get(`/v1/sessions/${sessionId}/evidence`)).text

describe('the evidence of a session', () => {
  it('agrees with the report, with the same bytes under both URLs', async () => {
    const { json: report } = await get(`/v1/sessions/${sessionId}/report`)
    const { status, text, json } = await get(`/v1/sessions/${sessionId}/evidence`)
    expect(status).toBe(200)
    const evidence = json as Evidence
    expect(evidence).toMatchObject({
      session_id: sessionId,
      user_id: 'someone',
      tags: ['a'],
      risk_score: report.risk_score,
      risk_explanation: report.risk_explanation,
      recommended_action: report.recommended_action,
    })
    for (const [name, { result }] of Object.entries(evidence.checks)) {
      expect(result, name).toBe({ ...report.biometric_checks, ...report.device_checks }[name])
    }
    expect((await get(`/v1/sessions/evidence?sessionId=${sessionId}`)).text).toBe(text)
  })

  it('follows the settings of the workspace', async () => {
    const { keys } = service.services.store
    await keys.createWorkspace({
      id: 'ws_strict',
      name: 'strict',
      createdAt: 1,
      settings: { risk: { bands: [1, 2, 3], weights: { programmatic_typing: 2 } } },
    })
    const { key } = await createKey(
      keys,
      { workspace: 'ws_strict', kind: 'secret', name: 'a', scopes: ['sessions'] },
      1,
    )
    const site = await createKey(keys, { workspace: 'ws_strict', kind: 'site', name: 'b', scopes: [] }, 1)
    const [first] = record(TYPED, [], { origin: Date.now() - 10_000 })
    const sent = await fetch(service.address + service.services.config.ingestPath, {
      method: 'POST',
      body: JSON.stringify({
        v: 1,
        site_key: site.key,
        ...first?.batch,
        session_id: sessionId,
        tab_secret: sessionId,
      }),
    })
    expect(sent.status).toBe(200)
    const { json } = await apiClient(service.address, key)(`/v1/sessions/${sessionId}/evidence`)
    expect(json.bands).toEqual([1, 2, 3])
    expect(json.checks.programmatic_typing.weight).toBe(2)
    expect(json.settings).toEqual({ bands: [1, 2, 3], weights: { programmatic_typing: 2 } })
  })

  it('is hidden from other workspaces like a missing session', async () => {
    const stranger = apiClient(service.address, (await service.workspace()).secretKey)
    const theirs = await stranger(`/v1/sessions/${sessionId}/evidence`)
    expect(theirs.status).toBe(404)
    expect(theirs.json.code).toBe('session_not_found')
    const surveyOnly = apiClient(service.address, (await workspace.key(['survey'])).key)
    expect((await surveyOnly(`/v1/sessions/${sessionId}/evidence`)).status).toBe(403)
    expect((await apiClient(service.address)(`/v1/sessions/${sessionId}/evidence`)).status).toBe(401)
    expect((await get('/v1/sessions/evidence')).status).toBe(400)
  })
})

describe('byhand verify', () => {
  const NOWHERE = { folder: join(tmpdir(), 'byhand-there-is-no-such-folder') }

  it('confirms the response of the service without a store', async () => {
    const { code, stdout, stderr } = await byhand(NOWHERE, 'verify', await saved(await evidenceOf()))
    expect(stderr).toBe('')
    expect(stdout).toContain('Same: score, action and all checks are byte for byte identical.')
    expect(code).toBe(0)
  })

  it('names the changed part and fails', async () => {
    const text = await evidenceOf()
    const forged = text.replace(/"risk_score":\d+/, '"risk_score":3')
    const { code, stdout } = await byhand(NOWHERE, 'verify', '--json', await saved(forged))
    expect(code).toBe(1)
    const { same, differences } = JSON.parse(stdout)
    expect(same).toBe(false)
    expect(differences).toEqual([
      expect.stringMatching(/^risk_score: the document says 3, but its recording gives \d+$/),
      'the document was changed after it was made: its digest does not match its bytes',
    ])
  })

  it('detects a changed recording even without an effect on the report', async () => {
    const text = await evidenceOf()
    const touched = text.replace(/"sent_at":(\d+)(\d)/, (_, front, last) => `"sent_at":${front}${9 - last}`)
    const { code, stdout } = await byhand(NOWHERE, 'verify', await saved(touched))
    expect([code, stdout]).toEqual([1, expect.stringContaining('its digest does not match')])
  })

  it.each([
    ['another document', '{"risk_score":1}', 'It is not an evidence document'],
    ['invalid JSON', 'risk', 'It is not JSON.'],
  ])('rejects %s with one sentence', async (_, text, sentence) => {
    const { code, stderr } = await byhand(NOWHERE, 'verify', await saved(text))
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  })

  it('reports a missing file', async () => {
    const { code, stderr } = await byhand(NOWHERE, 'verify', '/nowhere/evidence.json')
    expect([code, stderr]).toEqual([1, 'byhand: /nowhere/evidence.json cannot be read: it does not exist.\n'])
  })
})
