/** `byhand backup` and `byhand restore`. */
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { readConfig } from '../server/base/config.ts'
import { restore } from '../store/restore.ts'
import { withStore } from './open.ts'
import { CommandError, type Terminal } from './terminal.ts'

export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('copy everything at one moment into a file, while the service runs')
    .argument('<file>', 'a new file; one that exists is never overwritten')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  byhand backup /backups/2026-11-15.byhand')
    .action(async (file: string, { json }: { json?: boolean }) => {
      try {
        await withStore((store) => store.backup(file))
      } catch (error) {
        throw fileTrouble(error, file)
      }
      const { size } = await stat(file)
      terminal.out(json ? JSON.stringify({ file, bytes: size }) : `Wrote ${file}, ${size} bytes.`)
    })
}

export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .description('fill an empty store from a backup, of whichever engine; all of it or nothing')
    .argument('<file>', 'made by `byhand backup`')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The service must not be running, and the store must be empty: move the data folder away first.

Example:
  BYHAND_DATA=./restored byhand restore /backups/2026-11-15.byhand`,
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { store, dataFolder } = readConfig()
      const { rows } = await restore(file, store, dataFolder).catch((error) => {
        throw fileTrouble(error, file)
      })
      terminal.out(json ? JSON.stringify({ file, rows }) : `Restored ${rows} rows from ${file}.`)
    })
}

const TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist, nor does its folder perhaps',
  EACCES: 'may not be read or written',
  EISDIR: 'is a folder',
  ENOSPC: 'does not fit on the disk',
  EROFS: 'lies on a disk that cannot be written',
}

function fileTrouble(error: unknown, file: string): unknown {
  const words = TROUBLE[(error as NodeJS.ErrnoException).code ?? '']
  return words === undefined ? error : new CommandError(`${file} ${words}.`)
}
