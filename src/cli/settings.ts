/** `byhand settings`: shows and changes the settings of a workspace, and computes the effect of others. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { CHOICE_NAMES, CHOICES, optionsOf } from '../contract/choices.ts'
import { SettingsChange, type SettingsView, WhatIfRequest } from '../contract/dashboard/settings.ts'
import { defined } from '../contract/defined.ts'
import { type ForwardAuthRule, OUTCOMES, type Outcome } from '../contract/forward_auth.ts'
import { checkedBody } from '../server/http/validation.ts'
import { openManagedSettings } from '../server/settings/managed_settings.ts'
import { CommandError, nameValueLines, type Terminal, table } from './terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from './workspace_command.ts'

/** Commander does not keep null as the value of an option. */
type Period = number | 'forever'

interface RiskOptions extends CommandOptions {
  readonly weight?: Readonly<Record<string, number | null>>
  readonly bands?: readonly number[] | 'default'
  readonly monitorOnly?: 'on' | 'off'
}
interface ChangeOptions extends RiskOptions {
  readonly forwardAuth?: readonly ForwardAuthRule[]
  readonly sessionDays?: Period
  readonly surveyDays?: Period
  readonly addressHours?: Period
  readonly stepUpSentence?: readonly string[]
}

const checkedChange = checkedBody(SettingsChange)
const checkedWhatIf = checkedBody(WhatIfRequest)

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

const CHOICE_OPTIONS = CHOICE_NAMES.map((name) => ({
  name,
  option: new Option(`--${name.replaceAll('_', '-')} <option>`, lowerFirst(CHOICES[name].question)).choices(
    optionsOf(name),
  ),
}))

const chosen = (options: object) =>
  defined(
    Object.fromEntries(
      CHOICE_OPTIONS.map(({ name, option }) => [
        name,
        (options as Record<string, string | undefined>)[option.attributeName()],
      ]),
    ),
  )

const withRisk = (command: Command): Command =>
  command
    .option('--weight <check=points...>', 'points for a check; check=default resets it', addWeight)
    .option(
      '--bands <a,b,c>',
      'minimum scores for "Accept with monitoring", "Manual review …" and "Auto-reject …", such as 25,50,70; or default',
      asBands,
    )
    .addOption(
      new Option(
        '--monitor-only <switch>',
        'recommend nothing stronger than "Accept with monitoring"',
      ).choices(['on', 'off']),
    )

export function settingsCommand(terminal: Terminal): Command {
  const get = subcommand('get', 'show the settings').action(async (options: CommandOptions) => {
    const view = await inWorkspace('settings', options, ({ actor, ...opened }) =>
      openManagedSettings(opened).view(actor.workspace),
    )
    show(view, options.json)
  })

  const set = withRisk(subcommand('set', 'change settings; others stay as they are'))
    .option('--session-days <days>', 'days to keep sessions, or forever', asPeriod)
    .option('--survey-days <days>', 'days to keep survey responses, or forever', asPeriod)
    .option('--address-hours <hours>', 'hours to keep full IP addresses, or forever', asPeriod)
    .option('--forward-auth <path=outcome...>', RULE_HELP, addRule)
    .option(
      '--step-up-sentence <sentence...>',
      'replace the sentences for step-up verification; "none" restores those of the service',
      addSentence,
    )
  for (const { option } of CHOICE_OPTIONS) set.addOption(option)
  set.action(async (options: ChangeOptions) => {
    const retention = {
      ...(options.sessionDays !== undefined && { session_days: keptFor(options.sessionDays) }),
      ...(options.surveyDays !== undefined && { survey_days: keptFor(options.surveyDays) }),
      ...(options.addressHours !== undefined && { address_hours: keptFor(options.addressHours) }),
    }
    const patch = {
      ...riskOfOptions(options),
      ...(Object.keys(retention).length > 0 && { retention }),
      ...chosen(options),
      ...(options.forwardAuth && { forward_auth: options.forwardAuth }),
      ...(options.stepUpSentence && { step_up_sentences: options.stepUpSentence }),
    }
    if (Object.keys(patch).length === 0) throw new CommandError('Specify at least one change.')
    const view = await inWorkspace('settings', options, async ({ actor, ...opened }) =>
      openManagedSettings(opened).change(actor, checkedChange(patch)),
    )
    show(view, options.json)
  })

  const whatIf = withRisk(
    subcommand('what-if', 'preview the effect of new settings on stored sessions; saves nothing'),
  ).action(async (options: RiskOptions) => {
    const found = await inWorkspace('settings', options, async ({ actor, ...opened }) =>
      openManagedSettings(opened).whatIf(actor.workspace, checkedWhatIf(riskOfOptions(options))),
    )
    if (options.json) return terminal.out(JSON.stringify(found, null, 2))
    const moves = found.moves.map(({ from, to, count }) => [String(count), from, to])
    const rows = [['sessions', 'now', 'then'], ...moves]
    const { visits, ...levels } = found.step_up
    const counts = Object.entries(levels).map(([level, count]) => `${level} ${count}`)
    terminal.out(
      `${found.changed} of ${found.computed_on} sessions would change.${moves.length > 0 ? `\n${table(rows)}` : ''}\nStep-up verification in the last 30 days, of ${visits} visits: ${counts.join(', ')}`,
    )
  })

  function show(view: SettingsView, json: boolean | undefined): void {
    if (json) {
      terminal.out(JSON.stringify(view, null, 2))
      return
    }
    const weights = Object.entries(view.weights).map(([check, weight]) => `${check}=${weight}`)
    const kept = (value: number | null | undefined, unit: string) =>
      value == null ? 'forever' : `${value} ${unit}`
    terminal.out(
      nameValueLines([
        ['Weights', weights.length === 0 ? 'default' : weights.join(' ')],
        ['Bands', view.bands.join(',')],
        ['Monitor only', view.monitor_only ? 'on' : 'off'],
        ['Sessions', kept(view.retention.session_days, 'days')],
        ['Surveys', kept(view.retention.survey_days, 'days')],
        ['IP addresses', kept(view.retention.address_hours, 'hours')],
        ...CHOICE_NAMES.map((name) => [CHOICES[name].title, view[name]] as const),
        ['Forward auth', view.forward_auth.map(ruleText).join(' ') || 'default'],
        ['Step-up sentences', view.step_up_sentences.join('; ') || 'default'],
      ]),
    )
  }

  return new Command('settings')
    .description('show and change the settings of a workspace')
    .addHelpText(
      'after',
      `
Examples:
  byhand settings what-if --bands 20,45,65
  byhand settings set --weight vpn=12 --session-days 90`,
    )
    .addCommand(get)
    .addCommand(set)
    .addCommand(whatIf)
}

const riskOfOptions = ({ weight, bands, monitorOnly }: RiskOptions) => ({
  ...defined({ weights: weight }),
  ...(bands !== undefined && { bands: bands === 'default' ? null : bands }),
  ...(monitorOnly !== undefined && { monitor_only: monitorOnly === 'on' }),
})

function addWeight(text: string, before: Readonly<Record<string, number | null>> = {}) {
  const [check = '', points = ''] = text.split('=', 2)
  if (points !== 'default' && !/^\d+(\.\d+)?$/.test(points)) {
    throw new InvalidArgumentError('It must be check=points, or check=default.')
  }
  return { ...before, [check]: points === 'default' ? null : Number(points) }
}

function asBands(text: string): number[] | 'default' {
  if (text === 'default') return text
  if (!/^\d+,\d+,\d+$/.test(text))
    throw new InvalidArgumentError('It must be three scores, such as 25,50,70.')
  return text.split(',').map(Number)
}

const RULE_HELP =
  'replace the forward-auth rules. Each is path=allow, path=review or path=block, for visitors that need step-up verification; append :score to block above that score; "none" removes all rules'

/** `/signup=block:49` */
function addRule(text: string, before: readonly ForwardAuthRule[] = []): readonly ForwardAuthRule[] {
  if (text === 'none') return []
  const [, path = '', outcome = '', score] = /^(\/.*)=(\w+)(?::(\d{1,3}))?$/.exec(text) ?? []
  if (!OUTCOMES.includes(outcome as Outcome)) {
    throw new InvalidArgumentError(
      'It must be path=allow, path=review or path=block, such as /signup=block:49.',
    )
  }
  const rule = {
    path,
    on_unknown: outcome as Outcome,
    ...(score !== undefined && { max_score: Number(score) }),
  }
  return [...before, rule]
}

const addSentence = (text: string, before: readonly string[] = []): readonly string[] =>
  text === 'none' ? [] : [...before, text]

const ruleText = ({ path, on_unknown, max_score }: ForwardAuthRule): string =>
  `${path}=${on_unknown}${max_score === undefined ? '' : `:${max_score}`}`

const keptFor = (period: Period): number | null => (period === 'forever' ? null : period)

function asPeriod(text: string): Period {
  if (text === 'forever') return text
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or forever.')
  return Number(text)
}
