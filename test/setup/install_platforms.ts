/** Installs the survey platforms that the tests of `npm run test:all` open, and programs that read the OpenAPI document. */
import { installNpmPackages } from './npm_packages.ts'

for (const folder of ['test/platforms', 'test/openapi_tools']) installNpmPackages(folder)
