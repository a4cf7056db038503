/** The archives that LimeSurvey and WordPress install. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zip } from './zip.ts'

const INTEGRATIONS = join(import.meta.dirname, '../integrations')

/** By file name. */
export const pluginArchives = (): Readonly<Record<string, Buffer>> => ({
  'limesurvey.zip': zipped(join(INTEGRATIONS, 'limesurvey'), 'Byhand'),
  'wordpress.zip': zipped(join(INTEGRATIONS, 'wordpress'), 'byhand'),
})

function zipped(parent: string, folder: string): Buffer {
  const paths = globSync(`${folder}/**/*.*`, { cwd: parent }).toSorted()
  return zip(new Map(paths.map((path) => [path, readFileSync(join(parent, path))])))
}
