/** `byhand link`: creates the links of a survey: one that opens it, and one that returns the completion code. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { baseUrl } from '../server/addresses/base_url.ts'
import { linkSecret, type SurveyLink, sealLink } from '../server/survey/link/link_token.ts'
import { checkSurveyUrl, SurveyUrlError } from '../server/survey/link/survey_url.ts'
import { isLive, wholeSiteKey } from '../server/workspace/keys.ts'
import { findWorkspace, type ReadableKeys, workspaceOption } from './find_workspace.ts'
import { withStore } from './open.ts'
import { CommandError, nameValueLines, type Terminal } from './terminal.ts'

interface Options {
  readonly workspace?: string
  readonly json?: boolean
  readonly title: string
  readonly surveyUrl: string
  readonly completionUrl?: string
  readonly completionCode?: string
  readonly consent?: boolean
  readonly siteKey?: string
}

export function linkCommand(terminal: Terminal): Command {
  return new Command('link')
    .description(
      'create two links for a survey: one opens it, one ends it with the completion page or code of the panel',
    )
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .requiredOption(
      '--title <text>',
      'study name shown to participants; also the tag of its sessions',
      shortText,
    )
    .requiredOption(
      '--survey-url <url>',
      'URL of the survey, with {participant}, {session} and {condition} as placeholders',
      address,
    )
    .addOption(
      new Option('--completion-url <url>', 'panel page that participants return to at the end').argParser(
        address,
      ),
    )
    .addOption(
      new Option('--completion-code <code>', 'code that participants copy, for panels without such a page')
        .argParser(shortText)
        .conflicts('completionUrl'),
    )
    .option('--consent', 'record only participants who agree on the start page')
    .option('--site-key <key>', 'site key; required if there are several')
    .action(async (options: Options) => {
      const { title, completionUrl, completionCode, json } = options
      if (completionUrl === undefined && completionCode === undefined)
        throw new CommandError('Specify --completion-url or --completion-code.')
      const links = await withStore(async ({ keys }, config) => {
        const { id } = await findWorkspace(keys, options.workspace)
        const siteKey = await findSiteKey(keys, id, options.siteKey)
        const secret = await linkSecret(keys)
        const base = config.publicUrl ?? `http://127.0.0.1:${config.port}`
        const addressOf = (link: SurveyLink) => `${baseUrl(base)}/link/${sealLink(secret, link)}`
        const { surveyUrl, consent = false } = options
        return {
          start: addressOf({ kind: 'start', title, siteKey, surveyUrl, asksConsent: consent }),
          end: addressOf(
            completionUrl === undefined
              ? { kind: 'end', title, completionCode: completionCode as string }
              : { kind: 'end', title, completionUrl },
          ),
        }
      })
      if (isLoopback(new URL(links.start).hostname))
        terminal.note(
          'Warning: these links work on this machine only. Set BYHAND_PUBLIC_URL to the URL that participants can open.\n',
        )
      if (json) return terminal.out(JSON.stringify(links))
      terminal.out(
        nameValueLines([
          ['Start link, for the panel:', links.start],
          ['End link, for the last page of the survey:', links.end],
        ]),
      )
    })
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(host)

async function findSiteKey(
  keys: ReadableKeys,
  workspace: string,
  wanted: string | undefined,
): Promise<string> {
  const live = (await keys.list(workspace))
    .filter((key) => isLive(key, Date.now()))
    .flatMap((key) => wholeSiteKey(key) ?? [])
  const found = live.filter((key) => wanted === undefined || key === wanted)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (wanted !== undefined) throw new CommandError(`The workspace has no site key ${wanted}.`)
  throw new CommandError(
    found.length === 0
      ? 'The workspace has no site key. Create one: byhand keys create site.'
      : `There are several site keys. Choose one with --site-key: ${found.join(', ')}.`,
  )
}

function address(given: string): string {
  try {
    return checkSurveyUrl(given)
  } catch (error) {
    if (error instanceof SurveyUrlError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}

function shortText(given: string): string {
  const text = given.trim()
  if (text !== '' && text.length <= 128) return text
  throw new InvalidArgumentError('Use 1 to 128 characters.')
}
