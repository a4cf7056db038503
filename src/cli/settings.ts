/** `byhand settings`: shows and changes the settings of a workspace, and computes the effect of others. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { CHOICE_NAMES, CHOICES } from '../contract/choices.ts'
import type { SettingsView, WhatIf } from '../contract/dashboard/settings.ts'
import { defined } from '../contract/defined.ts'
import { type Given, openNames } from './operations/named.ts'
import type { SettingOption } from './setting_option.ts'
import { nameValueLines, type Terminal, table } from './terminal.ts'

/** Commander does not keep null as the value of an option. */
type Period = number | 'forever'

const riskOptions = () => ({
  weights: new Option('--weight <check=points...>', 'points for a check; check=default resets it').argParser(
    addWeight,
  ),
  bands: new Option(
    '--bands <a,b,c>',
    'minimum scores for "Accept with monitoring", "Manual review …" and "Auto-reject …", such as 25,50,70; or default',
  ).argParser(asBands),
  monitor_only: new Option(
    '--monitor-only <switch>',
    'recommend nothing stronger than "Accept with monitoring"',
  ).choices(['on', 'off']),
})

const riskOf = ({ fields }: Given) => ({
  ...fields,
  ...(fields.bands === 'default' && { bands: null }),
  ...(fields.monitor_only !== undefined && { monitor_only: fields.monitor_only === 'on' }),
})

function retentionOf({ options: { sessionDays, surveyDays, addressHours } }: Given) {
  const given = defined({
    session_days: keptFor(sessionDays),
    survey_days: keptFor(surveyDays),
    address_hours: keptFor(addressHours),
  })
  return Object.keys(given).length > 0 && { retention: given }
}

/** `added`: those of extensions. */
export function settingsCommand(terminal: Terminal, added: readonly SettingOption[]): Command {
  const named = openNames(terminal, 'settings')
  const text = (view: SettingsView) => settingsText(view, added)
  return new Command('settings')
    .description('show and change the settings of a workspace')
    .addHelpText(
      'after',
      `
Examples:
  byhand settings what-if --bands 20,45,65
  byhand settings set --weight vpn=12 --session-days 90`,
    )
    .addCommand(named({ name: 'get', description: 'show the settings', operation: 'getSettings', text }))
    .addCommand(
      named({
        name: 'set',
        description: 'change settings; others stay as they are',
        operation: 'updateSettings',
        options: {
          ...riskOptions(),
          retention: null,
          ...Object.fromEntries(added.map(({ name, option }) => [name, option])),
          step_up_sentences: new Option(
            '--step-up-sentence <sentence...>',
            'replace the sentences for step-up verification; "none" restores those of the service',
          ).argParser(addSentence),
        },
        more: [
          new Option('--session-days <days>', 'days to keep sessions, or forever').argParser(asPeriod),
          new Option('--survey-days <days>', 'days to keep survey responses, or forever').argParser(asPeriod),
          new Option('--address-hours <hours>', 'hours to keep full IP addresses, or forever').argParser(
            asPeriod,
          ),
        ],
        want: (given) => ({ fields: { ...riskOf(given), ...retentionOf(given) } }),
        text,
      }),
    )
    .addCommand(
      named({
        name: 'what-if',
        description: 'preview the effect of new settings on stored sessions; saves nothing',
        operation: 'previewSettings',
        options: riskOptions(),
        want: (given) => ({ fields: riskOf(given) }),
        text: effectText,
      }),
    )
}

function effectText({ moves, step_up, changed, computed_on }: WhatIf): string {
  const rows = [['sessions', 'now', 'then'], ...moves.map(({ from, to, count }) => [String(count), from, to])]
  const { visits, ...levels } = step_up
  const counts = Object.entries(levels).map(([level, count]) => `${level} ${count}`)
  return `${changed} of ${computed_on} sessions would change.${moves.length > 0 ? `\n${table(rows)}` : ''}\nStep-up verification in the last 30 days, of ${visits} visits: ${counts.join(', ')}`
}

function settingsText(view: SettingsView, added: readonly SettingOption[]): string {
  const weights = Object.entries(view.weights).map(([check, weight]) => `${check}=${weight}`)
  const kept = (value: number | null | undefined, unit: string) =>
    value == null ? 'forever' : `${value} ${unit}`
  return nameValueLines([
    ['Weights', weights.length === 0 ? 'default' : weights.join(' ')],
    ['Bands', view.bands.join(',')],
    ['Monitor only', view.monitor_only ? 'on' : 'off'],
    ['Sessions', kept(view.retention.session_days, 'days')],
    ['Surveys', kept(view.retention.survey_days, 'days')],
    ['IP addresses', kept(view.retention.address_hours, 'hours')],
    ...CHOICE_NAMES.map((name) => [CHOICES[name].title, view[name]] as const),
    ...added.map(({ name, title, text }) => [title, text(view[name as keyof SettingsView])] as const),
    ['Step-up sentences', view.step_up_sentences.join('; ') || 'default'],
  ])
}

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

const addSentence = (text: string, before: readonly string[] = []): readonly string[] =>
  text === 'none' ? [] : [...before, text]

const keptFor = (period: Period | undefined) => (period === 'forever' ? null : period)

function asPeriod(text: string): Period {
  if (text === 'forever') return text
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or forever.')
  return Number(text)
}
