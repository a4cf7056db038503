/**
 * `npm run new-check -- biometric|device NAME "Meaning"`: writes a session check, its test and its page, and lists
 * the check in the contract, the registry and the index of checks.
 * `npm run new-check -- trace NAME "Evidence"`: writes a trace of `bot`, and lists it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECK_BITS } from '../src/contract/checks.ts'

const [kind, name, meaning = 'TODO: one sentence'] = process.argv.slice(2)
const isTrace = kind === 'trace'
const isKnown = isTrace || kind === 'biometric' || kind === 'device'
if (!isKnown || name === undefined || !/^[a-z][a-z_]+$/.test(name)) {
  process.stderr.write('usage: npm run new-check -- biometric|device|trace some_name "What it means"\n')
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const variable = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const words = name.replaceAll('_', ' ')
const label = words.charAt(0).toUpperCase() + words.slice(1)
const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)

const trace: Readonly<Record<string, string>> = {
  [`src/checks/bot/traces/${name}.ts`]: `import { trace } from '../trace.ts'

/** TODO: why only automation leaves it, and which people have it. */
export const ${variable} = trace({
  kind: 'TODO',
  weight: '${name}',
  evidence: ${quoted(meaning)},
  find: ({ device }) => device.headless,
})
`,
}
const listTrace = {
  'src/checks/bot/traces/index.ts': (text: string) => {
    const [comment = '', ...lines] = text.trimEnd().split('\n')
    const pathOf = (line: string) => line.slice(line.indexOf('./'))
    lines.push(`export { ${variable} as ${name} } from './${name}.ts'`)
    return [comment, ...lines.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)), ''].join('\n')
  },
}

const check: Readonly<Record<string, string>> = {
  [`src/checks/${kind}/${name}.ts`]: `/**
 * ${name}: "${meaning}".
 *
 * Why it works:
 *
 * Must not flag:
 */
import type { SessionFeatures } from '../../features/session/session.ts'
import { type SessionCheck, unknown } from '../check.ts'

export const ${variable}: SessionCheck<Pick<SessionFeatures, 'coverage'>> = {
  name: '${name}',
  reason: {
    observed: 'TODO: what was observed, in neutral words, without a full stop',
    subject: 'the subject that was not observed',
  },

  thresholds: {},

  measure: ({ coverage }) => ({ events: coverage.events }),

  run() {
    return unknown('Not implemented yet.')
  },
}
`,
  [`src/checks/${kind}/${name}.test.ts`]: `import { describe, expect, it } from 'vitest'

describe('${name}', () => {
  it('detects the clear case', () => {
    expect.fail('test the clear case, a clear person, each threshold from both sides, and everyone it must not flag')
  })
})
`,
  [`docs/reference/checks/${name}.md`]: `# ${name}

${meaning}.

## Evidence it needs

## How it decides

## Avoiding false positives

## Known limits

## Measured

Run \`npm run evaluate\`, then link to \`benchmarks/tables/session_checks.json#${name}\` as the other pages do.
`,
}

const created = isTrace ? trace : check

const nextBit = Math.max(...Object.values(CHECK_BITS)) + 1

/** Changed files: each function returns the new text, or undefined if the place to insert was not found. */
const listCheck: Readonly<Record<string, (text: string) => string | undefined>> = {
  'src/contract/checks.ts': (text) =>
    insertAfterLast(
      text,
      new RegExp(`const ${kind.toUpperCase()} = \\[\\n(?: {2}\\{\\n(?: {4}.*\\n)+ {2}\\},\\n)*`),
      `  {\n    name: '${name}',\n    bit: ${nextBit},\n    label: '${label}',\n    meaning: ${quoted(meaning)},\n  },\n`,
    ),
  'src/checks/session.ts': (text) => {
    const imports = new RegExp(`(?:import \\{ \\w+ \\} from './${kind}/\\w+\\.ts'\\n)+`).exec(text)?.[0]
    if (imports === undefined) return undefined
    const added = `${imports}import { ${variable} } from './${kind}/${name}.ts'`
    const pathOf = (line: string) => line.slice(line.indexOf('./'))
    const sorted = added.split('\n').sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
    const registered = [...imports.matchAll(/\{ (\w+) \}/g)].map(([, one]) => one)
    return insertAfterLast(
      text.replace(imports, `${sorted.join('\n')}\n`),
      new RegExp(`SESSION_CHECKS[^=]*= \\[\\n(?: {2}\\w+,\\n)* {2}(?:${registered.join('|')}),\\n`),
      `  ${variable},\n`,
    )
  },
  'docs/reference/checks/index.md': (text) =>
    insertAfterLast(
      text,
      new RegExp(`## ${kind === 'biometric' ? 'Biometric' : 'Device'} checks of sessions\\n\\n(?:\\|.*\\n)+`),
      `| [${name}](${name}.md) | ${meaning} |\n`,
    ),
}

const changed = isTrace ? listTrace : listCheck

function insertAfterLast(text: string, block: RegExp, line: string): string | undefined {
  const found = block.exec(text)
  if (found === null) return undefined
  const end = found.index + found[0].length
  return text.slice(0, end) + line + text.slice(end)
}

function stop(message: string): never {
  process.stderr.write(`${message}; nothing was written\n`)
  process.exit(1)
}

const texts = new Map(Object.entries(created))
for (const path of texts.keys()) if (existsSync(join(root, path))) stop(`${path} already exists`)
for (const [path, change] of Object.entries(changed)) {
  texts.set(path, change(readFileSync(join(root, path), 'utf8')) ?? stop(`${path} has an unexpected form`))
}
for (const [path, text] of texts) {
  writeFileSync(join(root, path), text)
  process.stdout.write(`${path in created ? 'created' : 'changed'} ${path}\n`)
}
process.stdout.write(
  isTrace
    ? 'Next: write the trace, give it a weight in src/checks/bot/weights.json, and test it in src/checks/device/bot.test.ts.\n'
    : 'Next: write the check, its test and its page, and give it a weight in src/risk/weights.json.\n',
)
