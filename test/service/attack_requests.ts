/** Hostile requests, derived from valid ones. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { FilledWorkspace, Names } from './attack_workspace.ts'
import type { RouteCase } from './route_case.ts'

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const LONG = 'x'.repeat(20_000)

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%2e%2e%2f',
  "' OR 1=1; DROP TABLE sessions; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nset-cookie: a=b',
  '\u202eabc',
  'a\u200bb',
  '\ud800',
  '\udc00x',
  '😀'.repeat(100),
  `a${'\u0301'.repeat(5_000)}`,
  'x'.repeat(257),
  LONG,
  'null',
  'NaN',
  '2026-11-15',
  '=cmd()',
  Buffer.from('[1,"x"]').toString('base64url'),
  Buffer.from('[9007199254740993,"\\ud800"]').toString('base64url'),
  Buffer.from('{"__proto__":1}').toString('base64url'),
] as const

const NUMBERS = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 53 + 2, 2 ** 31, -(2 ** 31) - 1, 5e-324, 1e21]

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(nested(12), nested(200), nested(700)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      Array(3_000).fill(0),
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])),
      JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'),
    ),
  },
)

/** Replaces, removes, duplicates or extends one position of a valid body. */
const mutation = fc.record({
  pick: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
  value,
  name: text,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Drawn> ? Drawn : never

function mutated(root: unknown, { pick, how, value: given, name }: Mutation): unknown {
  const copy = structuredClone({ root }) as Record<string, unknown>
  let parent: Record<string, unknown> = copy
  let key = 'root'
  for (const step of pick) {
    const inner = parent[key]
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) break
    parent = inner as Record<string, unknown>
    key = Object.keys(parent)[step % Object.keys(parent).length] as string
  }
  const put = (at: string, what: unknown) =>
    Object.defineProperty(parent, at, { value: what, enumerable: true, configurable: true, writable: true })
  if (how === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  } else if (how === 'add' && !Array.isArray(parent)) put(name, given)
  else put(key, how === 'wrap' ? [parent[key]] : given)
  return copy.root
}

const RAW: readonly (() => Buffer)[] = [
  () => Buffer.from(''),
  () => Buffer.from('{'),
  () => Buffer.from('null'),
  () => Buffer.from('[]'),
  () => Buffer.from('"x"'),
  () => Buffer.from('{"a":1}trailing'),
  () => Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  () => Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  () => Buffer.from([0x7b, 0xff, 0x7d]),
  () => Buffer.from('\uFEFF{}'),
  () => Buffer.from('['.repeat(100_000)),
  () => Buffer.from(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`),
  () => Buffer.from(`{${Array(20_000).fill('"v":1').join()}}`),
  () => Buffer.from(`{"a":${'9'.repeat(100_000)}}`),
  () => Buffer.from(`{"a":"${'\\ud800'.repeat(1_000)}"}`),
  () => Buffer.alloc(300 * 1024, ' '),
  () => Buffer.alloc(2 * 1024 * 1024, '1'),
  () => BOMB,
  () => gzipSync('{}'),
  () => gzipSync('['.repeat(500_000)),
]
/** A hundred megabytes of zeros in a hundred kilobytes. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024))

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/problem+json',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/xml',
  ';',
  'a/b/c',
  '*/*',
  ',',
] as const

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: '\t' },
  { 'accept-encoding': 'gzip;q=9, *;q=x' },
  { 'if-none-match': '"x", *' },
  { range: 'bytes=0-,9-1' },
  { 'x-forwarded-for': '1, 2, \u00ff, 999.1.1.1' },
  { 'x-forwarded-for': `${'1.1.1.1,'.repeat(900)}` },
  { forwarded: 'for=_x' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'req_\u00ff"}' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': '\u00ff' },
  { origin: 'null' },
  { origin: '\u00ff' },
  { cookie: `byhand=${'a'.repeat(43)}; byhand=; ;;=;` },
  { cookie: `byhand=${'\u00ff'.repeat(43)}` },
  { authorization: 'Bearer \u00ff' },
  { authorization: `Bearer ${'x'.repeat(6_000)}` },
  { api_key: '\u00ff' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip, zstd' },
  { 'content-encoding': 'rot13' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { host: 'evil.example' },
  { 'x-filler': 'y'.repeat(20_000) },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-byhand': '2' },
]

/** Hostile path segments, correctly encoded or not. */
const SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2F',
  '%252F',
  '%ED%A0%80',
  '..',
  '.',
  '*',
  ':id',
  '%E0%80%80',
  '~',
] as const
const segment = fc.oneof(
  fc.constantFrom<string>(...SEGMENTS),
  text.map((one) => encodeURIComponent(one.toWellFormed()).slice(0, 9_000)),
)

const PARAMETERS = [
  'limit',
  'before',
  'after',
  'min_score',
  'sessionId',
  'userId',
  'tag',
  'until',
  'user',
  'max_score',
  'action',
  'check',
  'route',
  'country',
  'label',
  'q',
  'order',
  'cursor',
  'flagged',
  'since',
  'next',
  'token',
  'name',
  'survey_id',
  'survey_column',
  'participant_column',
  'columns',
  '__proto__',
  'constructor',
  'a[b]',
  '',
] as const
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom<string>(...PARAMETERS), segment), segment), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pairs) => pairs.map(([name, one]) => `${name}=${one}`).join('&'))

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Adds a fault to one of `oneIn` requests. Most requests have a single fault, so that the service reaches it. */
const seldom = <Drawn>(arbitrary: fc.Arbitrary<Drawn>, oneIn: number): fc.Arbitrary<Drawn | null> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const drawn = fc.record({
  body: fc.oneof(
    { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }).map((list) => ({ list })) },
    { weight: 2, arbitrary: fc.constantFrom(...RAW).map((raw) => ({ raw })) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => ({ raw: () => Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: value.map((root) => ({ root })) },
    { weight: 1, arbitrary: fc.nat().map((cut) => ({ cut })) },
    { weight: 2, arbitrary: fc.constant({ asIs: true }) },
  ),
  type: seldom(fc.constantFrom(...TYPES), 6),
  header: seldom(fc.constantFrom(...ODD_HEADERS), 6),
  query: seldom(query, 3),
  /** The part of the URL to replace. */
  part: seldom(fc.tuple(fc.nat(), segment), 3),
  method: seldom(fc.constantFrom(...METHODS), 20),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never

/** `credentials`: of a caller with permission. */
export function hostileRequests(
  one: RouteCase,
  names: Names & Pick<FilledWorkspace, 'siteKey'>,
  credentials: Readonly<Record<string, string>>,
  count: number,
  seed: number,
): HostileRequest[] {
  return fc.sample(drawn, { numRuns: count, seed }).map((given) => requestOf(one, names, credentials, given))
}

function requestOf(
  one: RouteCase,
  names: Names & Pick<FilledWorkspace, 'siteKey'>,
  credentials: Readonly<Record<string, string>>,
  given: Drawn,
): HostileRequest {
  const right = one.body?.(names)
  const method = given.method ?? (one.route.split(' ', 1)[0] as string)
  const body = bodyOf(right, given.body)
  const isText = typeof right === 'string'
  const headers: Record<string, string> = {
    ...credentials,
    ...(body !== undefined && { 'content-type': given.type ?? (isText ? 'text/csv' : 'application/json') }),
    ...(body !== undefined &&
      given.header?.['transfer-encoding'] === undefined && { 'content-length': String(body.length) }),
    ...given.header,
  }
  return { method, path: pathOf(one, names, given), headers, ...(body !== undefined && { body }) }
}

function pathOf(one: RouteCase, names: Names, { part, query: more }: Drawn): string {
  const [path = '', right] = one.path(names).split('?')
  const segments = path.split('/')
  // Changes only parameters, so that the request still reaches the route.
  const places = (one.route.split(' ')[1] ?? '')
    .split('/')
    .flatMap((piece, at) => (/^[:*]/.test(piece) ? [at] : []))
  const at = part === null ? undefined : places[part[0] % Math.max(1, places.length)]
  if (at !== undefined && part !== null) segments[at] = part[1]
  const queries = [right, more].filter((piece) => piece !== undefined && piece !== null).join('&')
  return `${segments.join('/')}${queries === '' ? '' : `?${queries}`}`
}

function bodyOf(right: unknown, given: Drawn['body']): Buffer | undefined {
  const written = (what: unknown) =>
    Buffer.from(typeof what === 'string' ? what : (JSON.stringify(what) ?? ''))
  // A route without a body sometimes gets one.
  if (right === undefined)
    return 'raw' in given ? given.raw() : 'root' in given ? written(given.root) : undefined
  if ('raw' in given) return given.raw()
  if ('root' in given) return written(given.root)
  if ('cut' in given) {
    const whole = written(right)
    return whole.subarray(0, given.cut % whole.length)
  }
  if ('list' in given)
    return written(given.list.reduce<unknown>((body, change) => mutated(body, change), right))
  return written(right)
}
