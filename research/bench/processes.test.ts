import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a benchmark on a store that is none ends with one sentence, and so do its servers', () => {
  // A server that lives on keeps the standard error of the benchmark open, and this call waits for its end.
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'ingest.ts'), '1', '1', 'postgres'],
    { encoding: 'utf8', timeout: 30_000 },
  )
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^the configuration has 1 error:\n {2}BYHAND_STORE must be .*\n$/),
  ])
})
