import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { STEADY } from './src/server/source_threads.ts'

/** Threads that come and go must not abort a test's process either. */
const execArgv = [STEADY]

export default defineConfig({
  test: {
    // On two cores Vitest would run one file at a time; most of ours wait for a disk, a browser or another process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          execArgv,
          include: [
            'src/**/*.test.ts',
            'lab/convert/**/*.test.ts',
            'tools/evaluate/**/*.test.ts',
            'tools/text/**/*.test.ts',
            'test/house.test.ts',
            'test/docs_links.test.ts',
            'test/expressions.test.ts',
          ],
          // Nothing here measures time; a busy machine may take its own.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          execArgv,
          include: ['test/service/**/*.test.ts'],
          // Real processes, databases and disks on a busy machine; twice in a row is a fault of ours.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'browser',
          execArgv,
          include: ['test/browser/**/*.test.ts'],
          // Real browsers on a busy machine now and then miss a beat.
          retry: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          execArgv,
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/setup/bundled_service.ts'],
          retry: 1,
          // Two hundred kills take minutes, and on a busy machine many.
          testTimeout: process.env.FAULTS === 'full' ? 3_600_000 : 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
