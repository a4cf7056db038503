/** Reads a file that a command is given. */
import { readFile } from 'node:fs/promises'
import { cannotRead } from './file_error.ts'

export const readWhole = (path: string): Promise<Buffer> =>
  readFile(path).catch((error) => {
    throw cannotRead(path, error)
  })
