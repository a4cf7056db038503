/** `byhand export sessions`: files of scored sessions in a folder or a bucket; each run adds the sessions since the last. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import type { NextFile } from '../server/sessions/session_file_operations.ts'
import { type ExportCursor, FILE_FORMATS, type FileFormat } from '../server/sessions/session_files.ts'
import { isBucketUrl, openBucket } from './bucket.ts'
import { cannotRead, cannotWrite } from './file_error.ts'
import { findWorkspace, type ReadableKeys, workspaceOption } from './find_workspace.ts'
import { withOperations } from './operations/api.ts'
import { CommandError, type Terminal } from './terminal.ts'

interface Options {
  readonly to: string
  readonly format: FileFormat
  readonly workspace?: string
  readonly json?: boolean
}

export function exportSessionsCommand(terminal: Terminal): Command {
  return new Command('sessions')
    .description('write the sessions that were scored since the last export to new files')
    .requiredOption('--to <place>', 'a folder, or a bucket such as s3://bucket/folder')
    .addOption(new Option('--format <format>', 'file format').choices(FILE_FORMATS).default('parquet'))
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  byhand export sessions --to /exports
  byhand export sessions --format ndjson --to s3://analytics/byhand

The file cursor.<format>.json in the folder says where the next export begins.
A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL if it is not at AWS.`,
    )
    .action(async (_, command: Command) => {
      // `byhand export` also has --json and --workspace, and takes them.
      const { to, format, workspace: named, json } = command.optsWithGlobals() as Options
      const files: { file: string; rows: number }[] = []
      let workspace = ''
      const find = async (keys: ReadableKeys) => {
        workspace = (await findWorkspace(keys, named)).id
        return workspace
      }
      await withOperations({ command: 'export sessions', terminal, workspace: find }, async ({ json }) => {
        const place = openPlace(to)
        const cursorFile = `${workspace}/cursor.${format}.json`
        for (let start = readCursor(await place.read(cursorFile), cursorFile); ; ) {
          const { file } = await json<{ file: NextFile }>('POST /v1/exports/next-file', { format, start })
          if (file === null) return
          const path = `${workspace}/${file.name}`
          await place.write(path, Buffer.from(file.content, 'base64'))
          await place.write(cursorFile, Buffer.from(JSON.stringify(file.end)))
          files.push({ file: place.urlOf(path), rows: file.rows })
          start = file.end
        }
      })
      if (json) terminal.out(JSON.stringify({ files }))
      else if (files.length === 0) terminal.out('No session was scored since the last export.')
      else for (const { file, rows } of files) terminal.out(`Wrote ${file}, ${rows} sessions.`)
    })
}

interface Place {
  read(name: string): Promise<string | null>
  write(name: string, bytes: Uint8Array): Promise<void>
  urlOf(name: string): string
}

const openPlace = (to: string): Place => (isBucketUrl(to) ? openBucket(to) : folderPlace(to))

const folderPlace = (folder: string): Place => ({
  urlOf: (name) => join(folder, name),
  read: (name) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw cannotRead(join(folder, name), error)
    }),
  async write(name, bytes) {
    const path = join(folder, name)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.partial`, bytes, { mode: 0o600, flush: true })
      await rename(`${path}.partial`, path)
    } catch (error) {
      throw cannotWrite(path, error)
    }
  },
})

function readCursor(text: string | null, file: string): ExportCursor | null {
  if (text === null) return null
  try {
    const { files, savedAt, recent } = JSON.parse(text) as Partial<ExportCursor>
    if (Number.isSafeInteger(files) && Number.isSafeInteger(savedAt) && Array.isArray(recent))
      return { files, savedAt, recent } as ExportCursor
  } catch {
    // Not JSON.
  }
  throw new CommandError(`${file} is damaged. Remove it to export all sessions again.`)
}
