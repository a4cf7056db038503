/** The tests of `deploy/`: `npm run test:deploy`, as root on Debian. `npm test` does not run them. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'deploy',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['images.ts'],
    // All files share one image storage, and each publishes a port.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 1_800_000,
  },
})
