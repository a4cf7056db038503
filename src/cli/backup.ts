/** `byhand backup` and `byhand restore`. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, readConfig } from '../server/config/config.ts'
import { isPostgres } from '../store/open.ts'
import { restore } from '../store/restore.ts'
import { isBucketUrl, openBucket } from './bucket.ts'
import { fits } from './disk_space.ts'
import { cannotRead, cannotWrite } from './file_error.ts'
import { withStore } from './open.ts'
import { CommandError, type Terminal } from './terminal.ts'

export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('write a consistent backup of all data to a file, even while the service is running')
    .argument(
      '<file>',
      'a new file, or one in a bucket (s3://bucket/file); an existing file is never overwritten',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  byhand backup /backups/2026-11-15.byhand
  byhand backup s3://backups/byhand/2026-11-15.byhand

A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL if it is not at AWS.
The file is first written to the folder for temporary files (TMPDIR), if it leaves BYHAND_MIN_FREE_DISK free there.`,
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const size = isBucketUrl(file) ? await backUpToBucket(file) : await backUp(file)
      terminal.out(json ? JSON.stringify({ file, bytes: size }) : `Wrote ${file}, ${size} bytes.`)
    })
}

async function backUp(file: string): Promise<number> {
  try {
    await withStore((store) => store.backup(file))
  } catch (error) {
    throw cannotWrite(file, error)
  }
  return (await stat(file)).size
}

async function backUpToBucket(url: string): Promise<number> {
  const bucket = openBucket(url)
  if (bucket.urlOf('').split('/').length < 4) throw new CommandError(`${url} names no file in the bucket.`)
  if (await bucket.exists('')) throw new CommandError(`${url} already exists.`)
  await requireTemporarySpace(readConfig())
  const folder = await mkdtemp(join(tmpdir(), 'byhand-backup-'))
  try {
    const file = join(folder, 'backup')
    const size = await backUp(file)
    await bucket.writeFile('', file)
    return size
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A backup of SQLite is at most as large as the data folder. The size of a backup of PostgreSQL is not known before. */
async function requireTemporarySpace(config: Config): Promise<void> {
  const bytes = isPostgres(config.store) ? 0 : await bytesIn(config.dataFolder)
  if (await fits(bytes, tmpdir(), config)) return
  throw new CommandError(
    `The folder for temporary files (${tmpdir()}) has too little free space for the backup. Set TMPDIR to another folder.`,
  )
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(entries.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .description('restore a SQLite or PostgreSQL backup into an empty database (all or nothing)')
    .argument('<file>', 'a file written by `byhand backup`')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The service must not be running, and the database must be empty. With SQLite, move the data folder
to another location first.

Example:
  BYHAND_DATA=./restored byhand restore /backups/2026-11-15.byhand`,
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { store, dataFolder } = readConfig()
      const { rows } = await restore(file, store, dataFolder).catch((error) => {
        throw cannotRead(file, error)
      })
      terminal.out(json ? JSON.stringify({ file, rows }) : `Restored ${rows} rows from ${file}.`)
    })
}
