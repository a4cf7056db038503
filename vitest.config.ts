import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { RESEARCH } from './research/vitest.config.ts'
import { NO_WASM_TIERING } from './src/server/workers/wasm_tiering.ts'
import { COMPILED } from './test/faults/service_process.ts'
import { bundledThreads } from './test/setup/bundled_threads.ts'

// The threads and processes of each started service load their files from it.
process.env.NODE_COMPILE_CACHE ??= COMPILED

/** Threads that come and go must not abort a test's process either. */
const execArgv = [NO_WASM_TIERING]

/**
 * Tests that few changes need and that take long: `npm run test:all` runs them. Attacks, growth, packing, several nodes,
 * concurrent changes, other states of the data folder, the Python client, and parts of the API on PostgreSQL beyond its
 * specification.
 */
const RARE = [
  'test/service/{clock_return,dashboard,manage,privacy,step_up,survey,survey_again,survey_references,webhooks}_postgres.test.ts',
  'test/service/{postgres,sessions}_nodes.test.ts',
  'test/service/{attack,growth,hostile}_*.test.ts',
  'test/service/{concurrent_changes,demo_workspace}.test.ts',
  'test/service/{operations_process,survey_hostile,survey_stop}.test.ts',
  'test/service/{migration,newer_database,read_only_folder}.test.ts',
  'test/service/{pack,pack_twice,python_client,without_extensions}.test.ts',
  'test/openapi_tools/openapi_tools.test.ts',
]

/**
 * The same in browsers: attacks, the second engine, windows on a display, input through the operating system, the live
 * demo, pages of other platforms and of the how-to guides, and `byhand record`.
 */
const RARE_PAGES = [
  'accepted',
  'accessibility',
  'back_forward',
  'challenge',
  'dashboard_firefox',
  'dashboard_hostile',
  'decisions_for_people',
  'examples',
  'firefox',
  'forged_tables',
  'frameworks',
  'google_tag_manager',
  'headed',
  'hostile',
  'how_to_pages',
  'how_to_surveys',
  'jspsych',
  'live_demo',
  'native',
  'no_device',
  'record',
  'signup_pairs',
  'survey_links',
  'surveyjs',
  'worker',
].map((name) => `test/browser/${name}.test.ts`)

/** Of extensions: the same. */
const RARE_EXTENSIONS = ['extensions/*/test/*.rare.test.ts']

/** Of extensions: with other people's programs. */
const EXTENSION_INTEGRATIONS = ['extensions/*/test/*.integration.test.ts']

/** Tests of a change that draw a small number of cases: the same, with all of them. */
const DRAWN = ['src/report/{report,stripped}.test.ts', 'src/store/sqlite/damage.test.ts', ...RESEARCH.drawn]

const plugins = [bundledThreads()]

const BUNDLED = 'test/setup/bundled_service.ts'
const BUILT = ['test/setup/built_pages.ts', BUNDLED]

const service = {
  execArgv,
  // Most files start a service in their own process; loading its modules once a worker saves two minutes.
  isolate: false,
  globalSetup: BUILT,
  testTimeout: 300_000,
  hookTimeout: 240_000,
  // What a test waits for may take long on a busy machine.
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Files wait for pages, processes and databases most of the time: with one worker a core, a third of it is idle.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        plugins,
        test: {
          name: 'unit',
          execArgv,
          globalSetup: BUNDLED,
          // Pure modules: a worker loads each once instead of once a file, which halves the processor time.
          isolate: false,
          include: [
            '{src,clients}/**/*.test.ts',
            'extensions/*/*.test.ts',
            'tools/*.test.ts',
            'test/*.test.ts',
            ...RESEARCH.unit.include,
          ],
          exclude: RESEARCH.unit.exclude,
          // Nothing here measures time; a busy machine may take its own.
          testTimeout: 60_000,
        },
      },
      {
        plugins,
        // Pages too: a project of their own would transform the service once more.
        test: {
          ...service,
          name: 'service',
          include: ['test/{service,browser}/**/*.test.ts', 'extensions/*/test/*.test.ts'],
          exclude: [...RARE, ...RARE_PAGES, ...RARE_EXTENSIONS, ...EXTENSION_INTEGRATIONS],
        },
      },
      { plugins, test: { ...service, name: 'rare', include: [...RARE, ...RARE_PAGES, ...RARE_EXTENSIONS] } },
      { test: { execArgv, name: 'people', include: RESEARCH.people } },
      {
        plugins,
        test: {
          execArgv,
          name: 'drawn',
          globalSetup: BUNDLED,
          include: DRAWN,
          env: { FUZZ: 'full' },
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          execArgv,
          include: ['test/faults/**/*.test.ts'],
          globalSetup: BUNDLED,
          // Two hundred kills take minutes, and on a busy machine many.
          testTimeout: process.env.FAULTS === 'full' ? 3_600_000 : 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        // `npm run test:integrations`: other people's programs, which take long to install or to start.
        test: {
          name: 'integrations',
          execArgv,
          include: ['test/integrations/**/*.test.ts', ...EXTENSION_INTEGRATIONS],
          // Needs a source tree: `npm run test:limesurvey`.
          exclude: process.env.BYHAND_LIMESURVEY ? [] : ['test/integrations/limesurvey.test.ts'],
          globalSetup: [...BUILT, 'test/setup/packed.ts'],
          testTimeout: 240_000,
          hookTimeout: 600_000,
        },
      },
      {
        // `npm run test:citus`: needs a build of Citus, which Debian does not have.
        test: {
          name: 'citus',
          execArgv,
          include: ['test/citus/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
