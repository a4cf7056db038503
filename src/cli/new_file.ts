/** Opens a new file that only its owner can read. */
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { CommandError } from './terminal.ts'

/** Never overwrites a file. */
export async function newFile(path: string): Promise<WriteStream> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await once(out, 'open')
    return out
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'EEXIST' ? `${path} already exists.` : `${path} cannot be written: ${code}.`,
    )
  }
}
