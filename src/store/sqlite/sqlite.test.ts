import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restore } from '../restore.ts'
import { storeSuite } from '../store.suite.ts'
import { openSqlite } from './sqlite.ts'

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
