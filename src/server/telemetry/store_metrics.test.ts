import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../store/store.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { addStoreMetrics } from './store_metrics.ts'

let metrics: Metrics
let unscored: () => Promise<{ count: number; oldest: number | null }>
beforeEach(() => {
  metrics = openMetrics()
})
afterEach(() => metrics.close())

const add = (workers?: Store['workers']) => {
  const sessions = { unscored: () => unscored() } as unknown as Store['sessions']
  const uploads = { unfinished: async () => ({ running: 1, waiting: 4 }) } as unknown as Store['uploads']
  const store = { sessions, uploads, ...(workers && { workers }) }
  addStoreMetrics({ metrics, store, quietMs: 10_000, now: () => 100_000 })
}

describe('metrics of the store', () => {
  it('count the sessions that wait for scoring, and the longest wait', async () => {
    unscored = async () => ({ count: 7, oldest: 40_000 })
    add()
    expect(await metrics.text()).toContain('\nbyhand_sessions_unscored 7\n')
    expect(await metrics.text()).toContain('\nbyhand_sessions_unscored_age_seconds 60\n')
    unscored = async () => ({ count: 0, oldest: null })
    expect(await metrics.text()).toContain('\nbyhand_sessions_unscored_age_seconds 0\n')
  })

  it('count the files of survey responses that are analyzed, and those that wait', async () => {
    add()
    expect(await metrics.text()).toContain('\nbyhand_survey_jobs{state="running"} 1\n')
    expect(await metrics.text()).toContain('\nbyhand_survey_jobs{state="waiting"} 4\n')
  })

  it('have no value while the store does not respond, and one again afterwards', async () => {
    unscored = async () => ({ count: 7, oldest: 40_000 })
    add()
    await metrics.text()
    unscored = () => Promise.reject(new Error('lost'))
    expect(await metrics.text()).not.toMatch(/^byhand_sessions_unscored/m)
    unscored = async () => ({ count: 8, oldest: 40_000 })
    expect(await metrics.text()).toContain('\nbyhand_sessions_unscored 8\n')
  })

  it('read the store once for each scrape', async () => {
    let reads = 0
    unscored = async () => {
      reads++
      return { count: 7, oldest: 40_000 }
    }
    add()
    await metrics.text()
    await metrics.text()
    expect(reads).toBe(2)
  })

  it('name each worker of a cluster', async () => {
    unscored = async () => ({ count: 0, oldest: null })
    add(
      async () =>
        new Map([
          ['a:5432', true],
          ['b:5432', false],
        ]),
    )
    const text = await metrics.text()
    expect(text).toContain('byhand_worker_writable{worker="a:5432"} 1')
    expect(text).toContain('byhand_worker_writable{worker="b:5432"} 0')
  })
})
