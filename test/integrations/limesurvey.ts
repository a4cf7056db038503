/** `npm run test:limesurvey -- TREE…`: runs the tests of the plugin on LimeSurvey source trees. */
import '../setup/install.ts'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fail, installPackages } from '../setup/debian_packages.ts'

const given = process.argv.slice(2).map((tree) => resolve(tree))
const trees =
  given.length > 0 ? given : (process.env.BYHAND_LIMESURVEY ?? '').split(delimiter).filter(Boolean)
if (trees.length === 0)
  fail('name the folder of a LimeSurvey source tree: npm run test:limesurvey -- /path/to/limesurvey')
for (const tree of trees) {
  if (!existsSync(join(tree, 'application/config/version.php')))
    fail(`${tree} is not a LimeSurvey source tree`)
}

installPackages({
  'php-cli': '/usr/bin/php',
  'php-curl': '/usr/lib/php/*/curl.so',
  'php-gd': '/usr/lib/php/*/gd.so',
  'php-intl': '/usr/lib/php/*/intl.so',
  'php-mbstring': '/usr/lib/php/*/mbstring.so',
  'php-pgsql': '/usr/lib/php/*/pdo_pgsql.so',
  'php-xml': '/usr/lib/php/*/xml.so',
  'php-zip': '/usr/lib/php/*/zip.so',
})
const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'integrations', 'test/integrations/limesurvey.test.ts'],
  { stdio: 'inherit', env: { ...process.env, BYHAND_LIMESURVEY: trees.join(delimiter) } },
)
process.exit(status ?? 1)
