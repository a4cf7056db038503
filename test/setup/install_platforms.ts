/** Installs the survey platforms that the tests of `npm run test:all` open. */
import { installNpmPackages } from './npm_packages.ts'

installNpmPackages('test/platforms')
