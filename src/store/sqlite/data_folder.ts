/** Prepares the data folder and its files so that only this user can use them. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { StoreRefused } from '../errors.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OF_OTHERS = 0o077
const STICKY = 0o1000

const OUR_FILES = /^(?:byhand\.db|lock)(?:-wal|-shm|-journal)?$/
const OUR_ENTRIES = /^(?:(?:byhand\.db|lock)(?:-wal|-shm|-journal)?|network|lost\+found)$/

/** Throws StoreRefused, with one sentence, when the folder or a file cannot be written. */
export function prepareFolder(folder: string, onNotice: (text: string) => void): void {
  writable(folder, folder, () => {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  restrictFolder(folder, onNotice)
  for (const name of readdirSync(folder).filter((entry) => OUR_FILES.test(entry))) {
    const file = join(folder, name)
    writable(folder, file, () => accessSync(file, constants.R_OK | constants.W_OK))
    restrictFile(file)
  }
}

/**
 * Creates a file that SQLite would make readable for other users; an empty file is an empty database. SQLite gives the
 * files beside it the same mode. An existing file is never opened: closing it would release the locks of this process.
 */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE))
}

/** A volume that belongs to another user is the usual reason why the service cannot use its folder. */
function writable(folder: string, path: string, use: () => void): void {
  try {
    use()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new StoreRefused(
        `The data folder ${resolve(folder)} cannot be created, because it or a part of its path is a file. Set BYHAND_DATA to another folder.`,
      )
    }
    const what = path === folder ? `The data folder ${resolve(folder)}` : `The file ${resolve(path)}`
    throw new StoreRefused(
      `${what} is not writable by user ID ${process.getuid?.()} (${code}). Change its owner, mount it read-write, or set BYHAND_DATA to another folder.`,
    )
  }
}

function restrictFolder(folder: string, onNotice: (text: string) => void): void {
  const stats = statSync(folder)
  if ((stats.mode & OF_OTHERS) === 0) return
  if (isOwn(stats) && (stats.mode & STICKY) === 0 && holdsOnlyData(folder)) {
    chmodSync(folder, FOLDER_MODE)
    return
  }
  onNotice(
    `Other users can open the data folder ${resolve(folder)}: use a separate folder that only this user can open (chmod 700).`,
  )
}

function restrictFile(file: string): void {
  const stats = statSync(file)
  if ((stats.mode & OF_OTHERS) !== 0 && isOwn(stats)) chmodSync(file, FILE_MODE)
}

const isOwn = ({ uid }: Stats): boolean => uid === process.getuid?.()

/** A folder with other files serves something else too, so its mode is not changed. */
const holdsOnlyData = (folder: string): boolean =>
  readdirSync(folder).every((entry) => OUR_ENTRIES.test(entry))
