import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Metrics, openMetrics } from './metrics.ts'

let metrics: Metrics
beforeEach(() => {
  metrics = openMetrics()
})
afterEach(() => metrics.close())

const cpuSeconds = async () =>
  Number(/^process_cpu_seconds_total (\S+)$/m.exec(await metrics.text())?.[1] ?? Number.NaN)

function burnCpu(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('process_cpu_seconds_total', () => {
  it('is a counter', async () => {
    expect(await metrics.text()).toContain('# TYPE process_cpu_seconds_total counter')
  })

  it('starts at the CPU time of the process and only grows', async () => {
    const { user, system } = process.cpuUsage()
    let before = await cpuSeconds()
    expect(before).toBeGreaterThanOrEqual((user + system) / 1e6)
    for (let scrape = 0; scrape < 5; scrape++) {
      burnCpu(20)
      const now = await cpuSeconds()
      expect(now).toBeGreaterThan(before)
      before = now
    }
    const total = process.cpuUsage()
    expect(before).toBeLessThanOrEqual((total.user + total.system) / 1e6 + 1e-6)
  })
})
