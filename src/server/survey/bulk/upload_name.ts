/** Names of uploaded files. */
import { extname } from 'node:path'

const LONGEST_NAME = 80

/** The default survey id of all rows. */
export const surveyOfFile = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[/\\\0]/g, '_')
    .slice(0, LONGEST_NAME)
    .toWellFormed() || 'upload'

/** The name that decides the format and the default survey id. */
export const fileName = (name: string): string => `${surveyOfFile(name)}${extname(name) || '.csv'}`
