/** TypeScript types for clients, generated from the served document, compile together with a client. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientTypes } from '../../tools/client_types.ts'
import { type RunningService, runService } from './running_service.ts'

const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
const FOLDER = mkdtempSync(join(tmpdir(), 'byhand-client-'))

const CLIENT = `
import type { Label, operations, paths, Problem, SessionReport, SessionRiskChangedEvent, SurveyRequestV021, webhooks } from './byhand.ts'

type Settings = paths['/v1/settings']['patch']['requestBody']['content']['application/json']
type Refused = operations['getSessionReport']['responses'][404]['content']['application/problem+json']
type Delivered = webhooks['session.risk_changed']['post']['requestBody']['content']['application/json']

export async function isBot(base: string, key: string, id: string): Promise<boolean> {
  const response = await fetch(base + '/v1/sessions/' + id + '/report', { headers: { authorization: 'Bearer ' + key } })
  if (!response.ok) {
    const problem: Problem = (await response.json()) as Refused
    throw new Error(problem.detail)
  }
  const report = (await response.json()) as SessionReport
  return report.effective_action === 'Auto-reject or high-priority review' || report.device_checks.bot === 'Detected'
}

export const request: SurveyRequestV021 = {
  survey_id: 's',
  participant_id: 'p',
  questions: { q1: 'Why?' },
  responses: { q1: null },
  question_histories: { q1: [{ s: 'T', t: 0 }] },
  question_types: { q1: 'open' },
  low_effort_threshold: 2,
}
export const settings: Settings = { weights: { vpn: 12, tor: null }, bands: [25, 50, 70], retention: { session_days: null } }
export const previous = (event: Delivered): string => (event satisfies SessionRiskChangedEvent).data.previous_action
export const label: Label = 'person'
// @ts-expect-error There is no such label.
export const unknown: Label = 'robot'
// @ts-expect-error A request names a participant.
export const partial: SurveyRequestV021 = { survey_id: 's', questions: {}, responses: {} }
// @ts-expect-error There is no such weight.
export const wrong: Settings = { weights: { vpnn: 12 } }
`

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(async () => {
  await service?.stop()
  rmSync(FOLDER, { recursive: true, force: true })
})

it('the types have the names of the schemas and compile with a client', async () => {
  const document = (await (await fetch(`${service.address}/openapi.json`)).json()) as {
    readonly components: { readonly schemas: object }
  }
  const types = await clientTypes(document)
  const names = [...types.matchAll(/^export type (\w+) = components\['schemas'\]/gm)].map(([, name]) => name)
  const readable = Object.keys(document.components.schemas)
  expect(names.toSorted()).toEqual(readable.toSorted())
  expect(readable.filter((name) => !/^([A-Z][a-z]+)+(V021|V012)?$/.test(name))).toEqual([])

  writeFileSync(join(FOLDER, 'byhand.ts'), types)
  writeFileSync(join(FOLDER, 'client.ts'), CLIENT)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', '']
  const modules = ['--target', 'es2024', '--module', 'nodenext', '--allowImportingTsExtensions']
  const compiled = spawnSync(process.execPath, [TSC, ...options, ...modules, 'client.ts'], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  expect(compiled.stdout + compiled.stderr).toBe('')
  expect(compiled.status).toBe(0)
}, 120_000)
