import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { storeSuite } from '../../../test/store/store.suite.ts'
import { restore } from '../restore.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

storeSuite({
  name: 'SQLite',
  shared: false,
  async place() {
    const folder = await mkdtemp(join(tmpdir(), 'byhand-sqlite-'))
    return {
      open: () => openSqlite({ folder }),
      restore: (file) => restore(file, '', folder),
      remove: () => rm(folder, { recursive: true }),
    }
  },
})
