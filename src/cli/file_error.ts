/** A file that a command cannot read or write, in one sentence. */
import { CommandError } from './terminal.ts'

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

/** The given error if it is not about a file. */
export const cannotRead = (path: string, error: unknown): unknown =>
  sentence(`${path} cannot be read`, error, 'it does not exist')

/** The given error if it is not about a file. */
export const cannotWrite = (path: string, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'EEXIST'
    ? new CommandError(`${path} already exists.`)
    : sentence(`${path} cannot be written`, error, 'its folder does not exist')

function sentence(start: string, error: unknown, whenMissing: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  const cause = code === 'ENOENT' ? whenMissing : (CAUSES[code] ?? (path === undefined ? undefined : code))
  return cause === undefined ? error : new CommandError(`${start}: ${cause}.`)
}
