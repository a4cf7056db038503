/** Maps the browser properties that another recorder read to our device signals. */
import type { DeviceReading, SignalValue } from '../../../src/contract/batch/batch.ts'
import type { DeviceSignal } from '../../../src/contract/batch/device.ts'

type Tree = Readonly<Record<string, unknown>>

export interface DomSignals {
  readonly signals?: Tree
  readonly late?: Tree
}

export function readingsOf({ signals, late }: DomSignals): DeviceReading[] {
  const readings: DeviceReading[] = []
  if (signals !== undefined) readings.push({ at: 'load', signals: present(loadSignals(signals)) })
  if (late !== undefined) readings.push({ at: 'submit', signals: present(submitSignals(late)) })
  return readings
}

type Signals = Partial<Record<DeviceSignal, unknown>>

function loadSignals(tree: Tree): Signals {
  const at = (path: string): unknown => dig(tree, path)
  const media = list(at('media.q'))
  const has = (query: string): boolean => media.includes(query)
  return {
    user_agent: at('nav.ua'),
    platform: at('nav.pl'),
    vendor: at('nav.vendor'),
    brands: brandsOf(at('nav.uad.brands')),
    full_brands: brandsOf(at('he.fullVersionList')),
    mobile: at('nav.uad.mobile'),
    os: at('nav.uad.platform'),
    webdriver: at('nav.wd') ?? false,
    webdriver_frame: at('iframe.wd') ?? false,
    driver_globals: [...list(at('misc.glob')), ...list(at('cdc'))].filter((name) => name !== '__rec'),
    runtime_probe: probeOf(at('cdp')),
    patched_natives: patchedOf(at('lies')),
    frame_before_attach: at('iframe.early'),
    proxy_frames: hasProxyFrames(at('lies')),
    permission_mismatch: contradicts(at('perm.notif'), at('perm.notifications')),
    brave: at('nav.brave'),
    languages: list(at('nav.langs')),
    zone: at('intl.tz'),
    utc_offset: at('intl.off'),
    inner: pair(at('win.iw'), at('win.ih')),
    outer: pair(at('win.ow'), at('win.oh')),
    screen: pair(at('win.sw'), at('win.sh')),
    available: pair(at('win.aw'), at('win.ah')),
    window_at: pair(at('win.sx'), at('win.sy')),
    orientation: at('win.orient'),
    scale: at('win.dpr'),
    color_depth: at('win.cd'),
    pointer: has('(pointer: fine)')
      ? 'fine'
      : has('(pointer: coarse)')
        ? 'coarse'
        : has('(pointer: none)')
          ? 'none'
          : null,
    any_pointer: has('(any-pointer: fine)') ? 'fine' : has('(any-pointer: coarse)') ? 'coarse' : 'none',
    touch_points: at('nav.mtp'),
    cores: at('nav.hc'),
    memory: at('nav.dm'),
    plugins: at('nav.plugins'),
    pdf_viewer: at('nav.pdf'),
    webgl_vendor: at('gl.uv'),
    webgl_renderer: at('gl.ur'),
    active_text: at('misc.activeText'),
    scrollbar_width: at('misc.scrollbar'),
    page_focused: at('win.foc'),
  }
}

function submitSignals(tree: Tree): Signals {
  return {
    driver_globals: [
      ...list(dig(tree, 'globals')),
      ...list(dig(tree, 'cdc')),
      ...list(dig(tree, 'pw')),
    ].filter((name) => name !== '__rec'),
    runtime_probe: probeOf(dig(tree, 'cdp')),
  }
}

function dig(tree: unknown, path: string): unknown {
  let value = tree
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const pair = (a: unknown, b: unknown): unknown =>
  typeof a === 'number' && typeof b === 'number' ? [a, b] : null

function brandsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  return value.map((brand: { brand?: unknown; version?: unknown }) => `${brand.brand}/${brand.version}`)
}

/** Only the page itself reads the name of the error, once. */
function probeOf(value: unknown): number | null {
  const reads = dig(value, 'errName')
  return typeof reads === 'number' ? Math.max(0, reads - 1) : null
}

function patchedOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, state]) => (state === 'mod' ? name : []))
}

function hasProxyFrames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(
    (text) => typeof text === 'string' && /newHandler|at (Object|Reflect)\.(apply|get)/.test(text),
  )
}

/** `default` and `prompt` are equivalent. */
function contradicts(permission: unknown, state: unknown): boolean | null {
  if (typeof permission !== 'string' || typeof state !== 'string') return null
  return (permission === 'default' ? 'prompt' : permission) !== state
}

function present(signals: Signals): Record<string, SignalValue> {
  const known: Record<string, SignalValue> = {}
  for (const [name, value] of Object.entries(signals)) {
    known[name] = value === undefined || value === null ? { absent: 'not recorded' } : (value as SignalValue)
  }
  return known
}
