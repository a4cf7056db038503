import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { bundle } from '../../tools/build_browser.ts'
import { mostBytes } from '../../tools/released_sizes.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'byhand-bundle-'))
afterAll(() => rmSync(folder, { recursive: true }))

const gzipped = (code: string) => gzipSync(code, { level: 9 }).length

/** Built by test/setup/built_pages.ts before the run. */
const built = (name: string) => readFileSync(join(ROOT, 'dist/browser', name), 'utf8')

describe('the built script', () => {
  it.each(['src/browser/script.ts', 'src/browser/record/recorders.ts'] as const)(
    '%s is at most a tenth larger than in the last release',
    async (entry) => {
      expect(gzipped(await bundle({ entry, format: 'es' }))).toBeLessThanOrEqual(mostBytes(entry))
    },
  )

  it('has no eval, unload handler or markup; loads a file in one place, and starts a worker in one', () => {
    const code = built('byhand.js')
    expect(code).not.toMatch(/\beval\b|new Function\b|["'](before)?unload|innerHTML|document\.write|cookie/)
    expect(code.match(/Worker/g)).toHaveLength(1)
    // With the first form that declares an action. A bundler must not try to resolve it.
    expect(code.match(/\bimport\s*\([^)]*/g)?.map((call) => call.includes('webpackIgnore'))).toEqual([true])
    // The only messages are faults of the set-up, from one place.
    expect(code.match(/console\.(log|warn|error|info|debug|table)/g)).toEqual(['console.error'])
  })

  it('is byte-identical when built again', async () => {
    expect(await bundle({ entry: 'src/browser/script.ts', format: 'iife' })).toBe(built('byhand.js'))
  })

  it('contains the ingest path once, so that the server can replace it', () => {
    expect(built('byhand.js').split(JSON.stringify(INGEST_PATH))).toHaveLength(2)
  })
})

describe('the module', () => {
  it('can be imported without a browser and has no effect there', async () => {
    const module = await import(join(ROOT, 'dist/browser/byhand.mjs'))
    expect(Object.keys(module).sort()).toEqual([
      'consent',
      'flush',
      'getFingerprintId',
      'getQuestionHistories',
      'getServiceSessionId',
      'getSignedResult',
      'ready',
      'sessionId',
      'setTags',
      'setUserId',
      'start',
      'stop',
      'trackQuestion',
    ])
    module.start({ siteKey: 'k', endpoint: 'https://example.org/i' })
    module.setUserId('u')
    module.consent(true)
    await module.flush()
    expect(await module.getSignedResult()).toBe('')
    module.stop()
    expect(module.sessionId()).toBe('')
    expect(module.getServiceSessionId).toBe(module.sessionId)
    expect({ ...module.getQuestionHistories() }).toEqual({})
  })

  it('ships types for strict projects, with an example for each export', () => {
    const types = join(folder, 'node_modules/byhand')
    cpSync(join(ROOT, 'dist/types'), join(types, 'types'), { recursive: true })
    writeFileSync(
      join(types, 'package.json'),
      JSON.stringify({ name: 'byhand', type: 'module', exports: { '.': { types: './types/index.d.ts' } } }),
    )
    mkdirSync(join(folder, 'src'))
    writeFileSync(
      join(folder, 'src/use.ts'),
      `import { consent, flush, getFingerprintId, getQuestionHistories, getServiceSessionId, getSignedResult, type Options, ready, sessionId, setTags, setUserId, start, stop, trackQuestion } from 'byhand'
      const options: Options = { siteKey: 'bh_pk_x', endpoint: 'https://example.org/i', userId: 'u', tags: ['a'], consent: 'wait' }
      start(options)
      setUserId('u'); setTags(['a', 'b']); consent(true); trackQuestion(document.body, 'q1')
      const id: string = sessionId() || getServiceSessionId()
      const text: string | undefined = getQuestionHistories()['q1']?.at(-1)?.s
      const later: Promise<string> = getFingerprintId()
      ready.then((ready: string) => [ready, id, text, later])
      const result: Promise<string> = getSignedResult('signup', 'plan-b')
      result.then(String)
      const sent: Promise<void> = flush()
      sent.then(stop)
      // @ts-expect-error a site key is needed
      start({ endpoint: 'https://example.org/i' })
      // @ts-expect-error tags are a list
      setTags(7)`,
    )
    const options =
      '--strict --noEmit --skipLibCheck false --lib es2022,dom --module nodenext --target es2022 --types'
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options.split(' '), '', 'src/use.ts'], {
      cwd: folder,
    })
    expect({ status, said: String(stdout) }).toEqual({ status: 0, said: '' })

    const declared = readFileSync(join(types, 'types/index.d.ts'), 'utf8')
    const exported = declared.match(/export declare/g)?.length ?? 0
    expect(exported).toBe(13)
    expect(declared.match(/@example/g)?.length).toBe(exported)
  })
})
