/** `npm test` in this folder. `npm test` and `npm run test:all` in the root run the same tests. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { NO_WASM_TIERING } from '../src/server/workers/wasm_tiering.ts'
import { bundledThreads } from '../test/setup/bundled_threads.ts'

const ALL = 'research/**/*.test.ts'

/** They score 5,349 recordings of people, if the development data is there. */
const PEOPLE = ['research/lab/convert/{context,harmless,people}.test.ts']

/** They draw few cases for each change, and all of them here and in `npm run test:all`. */
const DRAWN = ['research/evaluate/generated_devices.test.ts']

/** By the project of the root that runs them. */
export const RESEARCH = { unit: { include: [ALL], exclude: PEOPLE }, people: PEOPLE, drawn: DRAWN }

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [bundledThreads()],
  test: {
    include: [ALL],
    env: { FUZZ: 'full' },
    execArgv: [NO_WASM_TIERING],
    globalSetup: 'test/setup/bundled_service.ts',
    isolate: false,
    testTimeout: 300_000,
  },
})
