/** The archive that the plugin manager of LimeSurvey installs. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zip } from './zip.ts'

const FOLDER = join(import.meta.dirname, '../integrations/limesurvey')

export function zipLimeSurveyPlugin(): Buffer {
  const paths = globSync('Byhand/*', { cwd: FOLDER }).toSorted()
  return zip(new Map(paths.map((path) => [path, readFileSync(join(FOLDER, path))])))
}
