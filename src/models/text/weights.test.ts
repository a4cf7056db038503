/** The shipped models state their provenance and stay small. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FILES = globSync('src/{models,features}/text/*.json', { cwd: ROOT })

/** The limit for all text models together. */
const MOST_BYTES = 10_000_000

describe('shipped text models', () => {
  it('exist', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(7)
  })

  it.each(FILES)('%s states its script, sources and date', (path) => {
    const { provenance } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
    expect(provenance.what).toBeTruthy()
    expect(provenance.made).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(existsSync(join(ROOT, provenance.script))).toBe(true)
  })

  it('are small', () => {
    const bytes = FILES.map((path) => statSync(join(ROOT, path)).size).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })
})
