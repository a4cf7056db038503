/** The whole store on a cluster of three machines: one coordinator, two workers. */
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { restore } from '../../src/store/restore.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import { storeSuite } from '../store/store.suite.ts'

describe('Citus', () => {
  let cluster: CitusCluster
  beforeAll(async () => {
    cluster = await startCitus()
  })
  afterAll(() => cluster?.stop())

  storeSuite({
    name: 'Citus',
    shared: true,
    async place() {
      const url = await cluster.newDatabase()
      return {
        open: () => openPostgres({ url }),
        restore: (file) => restore(file, url, ''),
        remove: async () => {},
      }
    },
  })
})
