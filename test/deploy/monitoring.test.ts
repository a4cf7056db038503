/** The alert rules and the Grafana dashboard, against Prometheus' own checks and the metrics of a running service. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectClient, makeBatch } from '../service/collect_client.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { deployFolder } from './podman.ts'
import { mustRun, run } from './programs.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const RULES = join(ROOT, 'deploy/prometheus-alerts.yaml')
const RULE_TESTS = join(import.meta.dirname, 'alerts.test.yaml')
const DASHBOARD = join(ROOT, 'deploy/grafana-dashboard.json')

/** Prometheus itself exports this metric. */
const OF_PROMETHEUS = new Set(['up'])
const METRIC = /\b(?:byhand|process)_[a-z0-9_]+\b|\bup\b(?=\{)/g

const rules = readFileSync(RULES, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string)
const ruleTests = readFileSync(RULE_TESTS, 'utf8')
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8'))

interface Panel {
  readonly title: string
  readonly type: string
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly { readonly expr: string }[]
}
const panels = dashboard.panels as readonly Panel[]
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const metricsIn = (text: string) =>
  [...new Set(text.match(METRIC))].filter((name) => !OF_PROMETHEUS.has(name))

describe('the alert rules', () => {
  it('are accepted by promtool', async () => {
    const said = await mustRun('promtool', ['check', 'rules', RULES])
    console.log(said.trim())
    expect(said).toContain(`SUCCESS: ${alerts.length} rules found`)
  })

  it('pass their unit tests', async () => {
    const said = await mustRun('promtool', ['test', 'rules', RULE_TESTS])
    console.log(said.trim())
    expect(said).toContain('SUCCESS')
  })

  it('each have a unit test', () => {
    expect(alerts.filter((name) => !ruleTests.includes(name))).toEqual([])
  })

  it.each([
    ['a low threshold fails the test of a healthy node', '> 700e6', '> 100e6', 'ByhandMemory'],
    ['a high threshold fails the test of an unhealthy node', '> 0.25', '> 25', 'ByhandEventLoopDelay'],
  ])('control: %s', async (_, from, to, alert) => {
    const folder = join(deployFolder(), 'rules')
    mkdirSync(folder, { recursive: true })
    expect(rules.split(from)).toHaveLength(2)
    writeFileSync(join(folder, 'rules.yaml'), rules.replace(from, to))
    const file = join(folder, 'tests.yaml')
    writeFileSync(file, ruleTests.replace(/^rule_files: .*$/m, 'rule_files: [rules.yaml]'))
    const { code, stdout, stderr } = await run('promtool', ['test', 'rules', file])
    expect(code).toBe(1)
    expect(stdout + stderr).toContain(alert)
  })
})

describe('the dashboard', () => {
  it('has a query in every panel, each of them valid', async () => {
    expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([])
    const folder = join(deployFolder(), 'rules')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'dashboard.yaml')
    const recorded = expressions.map((expr, index) => ({
      record: `dashboard:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    // Prometheus reads JSON as YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
    expect(await mustRun('promtool', ['check', 'rules', file])).toContain(`${expressions.length} rules found`)
  })

  it('names its data source only by its variable', () => {
    const sources = panels.filter(({ type }) => type !== 'row').map(({ datasource }) => datasource?.uid)
    expect(new Set(sources)).toEqual(new Set([`$${'{datasource}'}`]))
  })
})

describe('every metric', () => {
  let service: RunningService
  let exported: Set<string>

  beforeAll(async () => {
    service = await runService({ BYHAND_METRICS_PORT: '0' })
    const site = await service.workspace()
    const client = collectClient(service.address)
    expect((await client.post(makeBatch(site.siteKey))).status).toBe(200)
    client.close()
    const text = await (await fetch(`${service.metricsAddress}/metrics`)).text()
    exported = new Set()
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      for (const part of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) {
        exported.add(`${name}${part}`)
      }
    }
  })
  afterAll(() => service.stop())

  it.each([
    ['the alert rules', rules],
    ['their unit tests', ruleTests],
    ['the dashboard', [...expressions, JSON.stringify(dashboard.templating)].join('\n')],
  ])('in %s is exported by the service', (_, text) => {
    const named = metricsIn(text)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !exported.has(name))).toEqual([])
  })

  it('that the service exports is on the dashboard', () => {
    const shown = new Set(metricsIn(expressions.join('\n')))
    expect([...exported].filter((name) => !shown.has(name))).toEqual([])
  })
})
