/** `byhand surveys panel`: removed participants with neutral reasons, for the provider of a panel. */
import { type Command, Option } from 'commander'
import { writeNewFile } from '../../src/cli/new_file.ts'
import { noSurvey } from '../../src/cli/survey/missing.ts'
import { thresholdOption } from '../../src/cli/survey/participant_options.ts'
import { CommandError, type Terminal } from '../../src/cli/terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from '../../src/cli/workspace_command.ts'
import {
  PANEL_FORMATS,
  PANEL_PROVIDERS,
  type PanelFormat,
  type PanelPage,
  type PanelProvider,
  type PanelReport,
} from './panel_contract.ts'
import { panelHtml, panelTable } from './panel_page.ts'
import { openPanelReport } from './panel_report.ts'

interface PanelOptions extends CommandOptions {
  readonly provider?: PanelProvider
  readonly format: PanelFormat
  readonly out?: string
  readonly lowEffortThreshold?: number
}

export function panelCommand(terminal: Terminal): Command {
  return subcommand('panel', 'list removed participants with neutral reasons, for the panel provider')
    .argument('<survey>', 'the ID of the survey')
    .addOption(
      new Option(
        '--provider <name>',
        'panel provider, recognized by the format of its participant IDs',
      ).choices(PANEL_PROVIDERS),
    )
    .addOption(
      new Option('--format <format>', 'printable page (html), table (csv) or JSON')
        .choices(PANEL_FORMATS)
        .default('html'),
    )
    .option('--out <file>', 'a new file (default: print it)')
    .addOption(thresholdOption())
    .action(async (survey: string, options: PanelOptions) => {
      const report = await inWorkspace(
        'surveys panel',
        options,
        ({ store, actor }) => openPanelReport(store)(actor.workspace, survey, options.lowEffortThreshold),
        noSurvey(survey),
      )
      const text = write(report, options)
      if (options.out === undefined) return terminal.out(text.trimEnd())
      await writeNewFile(options.out, async () => [text])
    })
}

function write(report: PanelReport, { format, json, provider }: PanelOptions): string {
  if (json || format === 'json') return JSON.stringify(report, null, 2)
  const page = pageFor(report, provider)
  return format === 'csv' ? panelTable(page) : panelHtml(report, page)
}

/** A provider must not see the ids of another one. */
function pageFor({ survey_id, pages }: PanelReport, provider: PanelProvider | undefined): PanelPage {
  const [page, ...others] =
    provider === undefined ? pages : pages.filter((candidate) => candidate.provider === provider)
  const found = pages.map((candidate) => candidate.provider).join(', ')
  if (page === undefined)
    throw new CommandError(
      `The survey ${survey_id} has no participants from ${provider}, only from ${found}.`,
    )
  if (others.length > 0)
    throw new CommandError(
      `The survey ${survey_id} has participants from ${found}. Choose one with --provider.`,
    )
  return page
}
