/** `npm run new-check -- biometric|device NAME "Meaning"`: writes a session check, its test and its page. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [room, name, meaning = 'TODO: one sentence, in the words of the specification'] = process.argv.slice(2)
if ((room !== 'biometric' && room !== 'device') || name === undefined || !/^[a-z][a-z_]+$/.test(name)) {
  process.stderr.write('usage: npm run new-check -- biometric|device some_name "What it means"\n')
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const variable = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const files: Readonly<Record<string, string>> = {
  [`src/checks/${room}/${name}.ts`]: `/**
 * ${name}: "${meaning}".
 *
 * Why it works:
 *
 * Whom it must not accuse:
 */
import type { SessionFeatures } from '../../features/session.ts'
import { type SessionCheck, unknown } from '../check.ts'

export const ${variable}: SessionCheck<Pick<SessionFeatures, 'coverage'>> = {
  name: '${name}',
  meaning: '${meaning.replaceAll("'", "\\'")}',

  thresholds: {},

  measure: () => ({}),

  run() {
    return unknown('nothing is looked at yet')
  },
}
`,
  [`src/checks/${room}/${name}.test.ts`]: `import { describe, expect, it } from 'vitest'
import { ${variable} } from './${name}.ts'

describe('${name}', () => {
  it('detects the clear case', () => {
    expect.fail('write the clear case, the clear person, each boundary from both sides, and whom it must not accuse')
  })

  it('bears the name of its file', () => {
    expect(${variable}.name).toBe('${name}')
  })
})
`,
  [`docs/reference/checks/${name}.md`]: `# ${name}

## What it means

${meaning}.

## Evidence it needs

## How it decides

## Whom it must not accuse

## Known limits

## Measured

Filled by \`npm run evaluate\`.
`,
}

for (const path of Object.keys(files)) {
  if (existsSync(join(root, path))) {
    process.stderr.write(`${path} is there already; nothing was written\n`)
    process.exit(1)
  }
}
for (const [path, text] of Object.entries(files)) {
  writeFileSync(join(root, path), text)
  process.stdout.write(`${path}\n`)
}
process.stdout.write(
  'Now name it in src/contract/checks.ts, src/checks/session.ts, src/risk/explanation.ts and tools/fit/policy.ts\n',
)
