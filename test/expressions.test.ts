/** No regular expression of the product has catastrophic backtracking on user input. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SEARCH_MS = 5_000
/** The longest text that any expression is applied to. */
const LONGEST_CHARS = 20_000
/** The allowed time on that text; catastrophic backtracking takes seconds. */
const MOST_MS = 250

interface Expression {
  readonly source: string
  readonly flags: string
  readonly file: string
}

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = []
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } }
    if (type === 'Literal' && regex) found.push({ source: regex.pattern, flags: regex.flags, file })
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

/** Milliseconds on the worst attack string found, or 0 if none was found. */
async function costOfAttack({ source, flags }: Expression): Promise<number> {
  const found = await check(source, flags, { timeout: SEARCH_MS })
  if (found.status !== 'vulnerable') return 0
  const { attack } = found
  const [pump] = attack.pumps
  const repeat = pump ? Math.floor(LONGEST_CHARS / Math.max(1, pump.pump.length)) : 1
  const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(repeat)).join('') + attack.suffix
  const started = performance.now()
  text.slice(0, 2 * LONGEST_CHARS).replace(new RegExp(source, flags), '')
  return performance.now() - started
}

const CHECKED = join(import.meta.dirname, 'expressions_checked.json')
const digestOf = ({ source, flags }: Expression) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16)

/** The slow expressions, and the digests of the others. */
async function checkAll(expressions: readonly Expression[]): Promise<{ slow: string[]; quick: string[] }> {
  const slow: string[] = []
  const quick: string[] = []
  for (const expression of expressions) {
    const ms = await costOfAttack(expression)
    if (ms > MOST_MS) slow.push(`${expression.file}: /${expression.source}/ took ${Math.round(ms)} ms`)
    else quick.push(digestOf(expression))
  }
  return { slow, quick }
}

describe('expressions', () => {
  // A search takes a second per expression and depends on nothing else, so known fast ones are listed in a file.
  // `EXPRESSIONS=all` searches all of them again and rewrites the file.
  it('stay fast on their worst input', { timeout: 1_200_000 }, async () => {
    const files = globSync('{src,extensions}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (path) => !path.includes('.test.') && !path.includes('/test/'),
    )
    const expressions = files.flatMap(expressionsIn)
    expect(expressions.length).toBeGreaterThan(200)
    const searchesAll = process.env.EXPRESSIONS === 'all'
    const known = new Set<string>(searchesAll ? [] : JSON.parse(readFileSync(CHECKED, 'utf8')))
    const { slow, quick } = await checkAll(expressions.filter((one) => !known.has(digestOf(one))))
    expect(slow).toEqual([])
    if (searchesAll) writeFileSync(CHECKED, `${JSON.stringify([...new Set(quick)].sort(), null, 2)}\n`)
  })

  it('control: catastrophic backtracking is found', { timeout: 60_000 }, async () => {
    const control = { source: '^(a+)+!$', flags: '', file: '' }
    expect((await check(control.source, control.flags, { timeout: SEARCH_MS })).status).toBe('vulnerable')
    const quadratic = { source: '[.!?]+$', flags: 'g', file: '' }
    expect(await costOfAttack(quadratic)).toBeGreaterThan(MOST_MS)
  })
})
