import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { VARIABLES } from './config_variables.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/reference/configuration.md'), 'utf8')

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).mistakes
  }
}

describe('docs/reference/configuration.md', () => {
  it('names no unknown variable', () => {
    const named = new Set(PAGE.match(/BYHAND_\w+\b/g))
    named.delete('BYHAND_')
    expect([...named].filter((name) => !(name in VARIABLES))).toEqual([])
  })
})

describe('readConfig', () => {
  it('listens on loopback by default', () => {
    expect(readConfig({ PATH: '/bin' })).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataFolder: './data',
      store: 'sqlite',
      publicUrl: undefined,
      trustedProxies: [],
      metrics: { port: undefined, key: undefined },
    })
  })

  it('lists all mistakes at once', () => {
    expect(
      mistakesOf({
        BYHAND_PORT: '70000',
        BYHAND_STORE: 'mysql://x',
        BYHAND_PUBLIC_URL: 'byhand.example.org',
        BYHAND_TRUSTED_PROXIES: '10.0.0.0/40',
        BYHAND_METRICS_KEY: 'short',
        BYHAND_LOG_LEVEL: 'loud',
        BYHAND_INGEST_PATH: '/v1/batch',
        BYHAND_SCRIPT_FILE: '../x.js',
      }),
    ).toHaveLength(8)
  })

  it('reports an unknown variable and suggests the closest one', () => {
    expect(mistakesOf({ BYHAND_PROT: '80' })).toEqual([
      'BYHAND_PROT is not a known variable; did you mean BYHAND_PORT?',
    ])
    expect(mistakesOf({ BYHAND_ZZZZZZZZZZZZZZ: '1' })[0]).not.toContain('did you mean')
  })

  it('accepts the variables that the how-to pages tell callers of the API to set', () => {
    const folder = join(import.meta.dirname, '../../../docs/how-to')
    const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const names = pages.flatMap((page) =>
      [...page.matchAll(/(?:process\.env\.|environ\["|getenv\('|\$)(BYHAND_\w+)/g)].map(([, name]) => name),
    )
    expect(names).toEqual(expect.arrayContaining(['BYHAND_SECRET_KEY', 'BYHAND_WEBHOOK_SECRET']))
    const others = ['BYHAND_URL', 'BYHAND_KEY']
    expect(mistakesOf(Object.fromEntries([...names, ...others].map((name) => [name, 'x'])))).toEqual([])
  })

  it('says how to write the URL of a database whose password has special characters', () => {
    expect(mistakesOf({ BYHAND_STORE: 'postgres://byhand:a#b/c@db/byhand' }).join()).toContain(
      'percent-encoded',
    )
    expect(readConfig({ BYHAND_STORE: 'postgres://byhand:a%23b%2Fc@db/byhand' }).store).toContain('a%23b%2Fc')
    for (const store of ['postgres:///byhand?host=/var/run/postgresql', 'postgresql://db/byhand', 'sqlite'])
      expect(readConfig({ BYHAND_STORE: store }).store).toBe(store)
  })

  it('never repeats a value, because it may be a password', () => {
    for (const start of ['mysql://user:hunter2@', 'postgres://user:hunter2#'])
      expect(mistakesOf({ BYHAND_STORE: `${start}host/db` }).join()).toMatch(
        /^(?!.*hunter2)BYHAND_STORE must/,
      )
  })

  it.each(['1.5', '-1', ' ', '1e3', '0x10', '٣'])('rejects %j as a port, or treats it as unset', (value) => {
    if (value.trim() === '') expect(readConfig({ BYHAND_PORT: value }).port).toBe(8787)
    else expect(mistakesOf({ BYHAND_PORT: value })).toHaveLength(1)
  })

  it('is deeply frozen', () => {
    const config = readConfig({})
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config.rates.read, { quota: 1 })).toThrow(TypeError)
  })
})
