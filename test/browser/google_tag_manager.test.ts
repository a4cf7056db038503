/** The template for Google Tag Manager. Its sandbox is mocked; the browser, the script and the service are real. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { readHowTo } from '../setup/how_to_lines.ts'

const FILE = join(import.meta.dirname, '../../integrations/google-tag-manager/template.tpl')

/** The sections of a template by name, without the underscores. */
const SECTIONS = new Map(
  readFileSync(FILE, 'utf8')
    .split(/^___([A-Z_]+?)___$/m)
    .slice(1)
    .flatMap((text, i, all) => (i % 2 === 0 ? [[text, (all[i + 1] as string).trim()] as const] : [])),
)
const section = (name: string) => SECTIONS.get(name) ?? ''
const SANDBOXED = section('SANDBOXED_JS_FOR_WEB_TEMPLATE')

interface Parameter {
  readonly name: string
  readonly displayName: string
  readonly valueValidators?: readonly { readonly type: string; readonly args?: readonly string[] }[]
  readonly selectItems?: readonly { readonly value: string }[]
}
interface Value {
  readonly string?: string
  readonly boolean?: boolean
  readonly listItem?: readonly Value[]
  readonly mapKey?: readonly Value[]
  readonly mapValue?: readonly Value[]
}
interface Permission {
  readonly instance: {
    readonly key: { readonly publicId: string }
    readonly param: readonly { readonly key: string; readonly value: Value }[]
  }
}
const parameters = JSON.parse(section('TEMPLATE_PARAMETERS')) as Parameter[]
const permissions = JSON.parse(section('WEB_PERMISSIONS')) as Permission[]
const granted = (id: string): readonly Value[] =>
  permissions.find(({ instance }) => instance.key.publicId === id)?.instance.param[0]?.value.listItem ?? []
const rows = (id: string) =>
  granted(id).map(({ mapKey = [], mapValue = [] }) =>
    Object.fromEntries(
      mapKey.map(({ string = '' }, i) => [string, mapValue[i]?.string ?? mapValue[i]?.boolean]),
    ),
  )

/** Runs the template's code with mocks of the APIs that it requires. */
function run(data: Readonly<Record<string, string>>, isGranted = true) {
  let consented: (type: string, isGranted: boolean) => void = () => {}
  const apis = {
    addConsentListener: vi.fn((_type: string, listener: typeof consented) => {
      consented = listener
    }),
    callInWindow: vi.fn(),
    injectScript: vi.fn((_url: string, onSuccess: () => void) => onSuccess()),
    isConsentGranted: vi.fn(() => isGranted),
    makeString: String,
  }
  const ends = { gtmOnSuccess: vi.fn(), gtmOnFailure: vi.fn() }
  const required: string[] = []
  const requireApi = (name: keyof typeof apis) => {
    required.push(name)
    if (!(name in apis)) throw new Error(`${name} is not mocked`)
    return apis[name]
  }
  new Function('require', 'data', SANDBOXED)(requireApi, { ...data, ...ends })
  return { apis, ...ends, required, consent: (given: boolean) => consented(data.consent ?? '', given) }
}

const DATA = { host: 'https://byhand.example.org/', siteKey: 'bh_pk_x', consent: 'none' }

describe('the template', () => {
  it('has the sections of a web tag, each in its format', () => {
    expect([...SECTIONS.keys()]).toEqual([
      'TERMS_OF_SERVICE',
      'INFO',
      'TEMPLATE_PARAMETERS',
      'SANDBOXED_JS_FOR_WEB_TEMPLATE',
      'WEB_PERMISSIONS',
      'TESTS',
      'NOTES',
    ])
    expect(JSON.parse(section('INFO'))).toMatchObject({ type: 'TAG', containerContexts: ['WEB'] })
    expect(parameters.map(({ name }) => name)).toEqual(['host', 'siteKey', 'userId', 'tags', 'consent'])
    expect(section('TESTS')).toMatch(/^scenarios:\n- name: /)
  })

  it.each([
    ['host', 'https://byhand.example.org', true],
    ['host', 'https://byhand.example.org:8443/', true],
    ['host', 'http://byhand.example.org', false],
    ['host', 'https://byhand.example.org/path', false],
    ['siteKey', 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ', true],
    ['siteKey', 'bh_sk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ', false],
  ])('validates %s: %s', (name, value, isValid) => {
    const validators = parameters.find((one) => one.name === name)?.valueValidators ?? []
    const [pattern = ''] = validators.find(({ type }) => type === 'REGEX')?.args ?? []
    expect(new RegExp(`^(?:${pattern})$`).test(value)).toBe(isValid)
  })

  it('loads and starts the script, with permissions for exactly that', () => {
    const { apis, gtmOnSuccess, required } = run({ ...DATA, userId: 'u 1', tags: 'a,b' })
    expect(apis.injectScript.mock.calls[0]?.[0]).toBe('https://byhand.example.org/byhand.js')
    expect(apis.callInWindow.mock.calls).toEqual([
      [
        'byhand.start',
        {
          siteKey: 'bh_pk_x',
          endpoint: 'https://byhand.example.org/i/v1/batch',
          userId: 'u 1',
          tags: 'a,b',
        },
      ],
    ])
    expect(gtmOnSuccess).toHaveBeenCalledOnce()
    expect(required.toSorted()).toEqual(Object.keys(apis).toSorted())
    expect(permissions.map(({ instance }) => instance.key.publicId)).toEqual([
      'inject_script',
      'access_globals',
      'access_consent',
    ])
    expect(granted('inject_script').map(({ string }) => string)).toEqual(['https://*/byhand.js'])
    expect(rows('access_globals')).toEqual([
      { key: 'byhand.start', read: false, write: false, execute: true },
    ])
  })

  it('loads nothing before the visitor has consented, and once afterwards', () => {
    const types = parameters.find(({ name }) => name === 'consent')?.selectItems ?? []
    const chosen = types.map(({ value }) => value).filter((value) => value !== 'none')
    expect(rows('access_consent')).toEqual(
      chosen.map((consentType) => ({ consentType, read: true, write: false })),
    )
    for (const consent of chosen) {
      const { apis, gtmOnSuccess, consent: give } = run({ ...DATA, consent }, false)
      expect(apis.injectScript).not.toHaveBeenCalled()
      // Tags that wait for this one go on.
      expect(gtmOnSuccess).toHaveBeenCalledOnce()
      give(false)
      expect(apis.injectScript).not.toHaveBeenCalled()
      give(true)
      give(true)
      expect(apis.injectScript).toHaveBeenCalledOnce()
      expect(gtmOnSuccess).toHaveBeenCalledOnce()
    }
    expect(run({ ...DATA, consent: 'analytics_storage' }).apis.injectScript).toHaveBeenCalledOnce()
  })
})

describe('in a browser', () => {
  let service: RunningService
  let workspace: TestWorkspace
  let chromium: LaunchedChromium

  beforeAll(async () => {
    service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0' })
    workspace = await service.workspace()
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await service?.stop()
  })

  /** The values that the how-to page says to enter, by the name of the parameter. */
  async function valuesOfPage(): Promise<Record<string, string>> {
    const { siteKey, secretKey } = workspace
    const { block } = await readHowTo('use-google-tag-manager', { url: service.address, siteKey, secretKey })
    const lines = block(/^Service URL/).split('\n')
    return Object.fromEntries(
      lines.map((line) => {
        const [label, value = ''] = line.split(/ {2,}/)
        return [parameters.find(({ displayName }) => displayName === label)?.name ?? label, value]
      }),
    )
  }

  it('serves the template at the URL of the how-to page', async () => {
    const { siteKey, secretKey } = workspace
    const { text } = await readHowTo('use-google-tag-manager', { url: service.address, siteKey, secretKey })
    const [url = ''] = /http[^`]+\.tpl/.exec(text) ?? []
    expect(await (await fetch(url)).text()).toBe(readFileSync(FILE, 'utf8'))
  })

  it('records a session with the values of the how-to page, a user id and tags', async () => {
    const page = await chromium.context.newPage()
    await page.route('**/site', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Site</title><input>' }),
    )
    await page.goto(`${service.address}/site`)
    const sessionId = await page.evaluate(
      async ({ code, data }) => {
        const apis: Record<string, unknown> = {
          makeString: String,
          isConsentGranted: () => true,
          addConsentListener: () => {},
          injectScript: (src: string, onload: () => void, onerror: () => void) => {
            document.head.append(
              Object.assign(document.createElement('script'), { src, onload, onerror, async: true }),
            )
          },
          callInWindow: (path: string, ...given: unknown[]) => {
            const [object = '', name = ''] = path.split('.')
            const target = (
              window as unknown as Record<string, Record<string, (...all: unknown[]) => unknown>>
            )[object]
            return target?.[name]?.(...given)
          },
        }
        await new Promise<void>((gtmOnSuccess, gtmOnFailure) => {
          new Function('require', 'data', code)((name: string) => apis[name], {
            ...data,
            gtmOnSuccess,
            gtmOnFailure,
          })
        })
        await window.byhand.flush()
        return window.getServiceSessionId()
      },
      {
        code: SANDBOXED,
        data: {
          ...(await valuesOfPage()),
          userId: 'u-17',
          tags: 'shop,spring',
          consent: 'none',
        },
      },
    )
    const found = await service.services.store.sessions.find({ workspace: workspace.id, sessionId })
    expect(found?.session).toMatchObject({ userId: 'u-17', tags: ['shop', 'spring'] })
    await page.close()
  })
})
