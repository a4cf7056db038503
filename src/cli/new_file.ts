/** Opens a new file that only its owner can read. */
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cannotWrite } from './file_error.ts'

export interface WrittenFile {
  readonly file: string
  readonly bytes: number
}

export const wroteText = ({ file, bytes }: WrittenFile): string => `Wrote ${file}, ${bytes} bytes.`

/** Writes all pieces, or leaves no file. `open` begins the pieces once the file exists. */
export async function writeNewFile(
  path: string,
  open: () => Promise<AsyncIterable<string | Uint8Array> | Iterable<string>>,
): Promise<WrittenFile> {
  const out = await newFile(path)
  try {
    await pipeline(Readable.from(await open()), out)
    return { file: path, bytes: (await stat(path)).size }
  } catch (error) {
    out.destroy()
    await rm(path, { force: true })
    throw error
  }
}

/** Never overwrites a file. */
export async function newFile(path: string): Promise<WriteStream> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await once(out, 'open')
    return out
  } catch (error) {
    throw cannotWrite(path, error)
  }
}
