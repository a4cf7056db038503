/** Settings of a workspace, and the effect of other settings. */
import { type Static, Type } from 'typebox'
import { SETTINGS } from '../../../extensions/settings.ts'
import { schemasOf } from '../added_setting.ts'
import { BANDS_TEXT, Bands } from '../bands.ts'
import { SESSION_CHECK_NAMES, type SessionCheckName } from '../checks.ts'
import { CHOICE_FIELDS } from '../choices.ts'
import { FIELD_DESCRIPTION, Field } from '../field.ts'
import { StepUpSentences } from '../step_up_sentences.ts'
import { Closed, OrNull } from './page.ts'
import { Action, BandCounts, CheckName, Label, VISIT_NAME } from './sessions.ts'

const Weight = Type.Number({ minimum: 0, maximum: 100 })
const weightText = (name: SessionCheckName) =>
  `Points that a full-strength detection by \`${name}\` adds; 0 disables the check.`
const Weights = Type.Partial(
  Type.Object(
    Object.fromEntries(
      SESSION_CHECK_NAMES.map((name) => [
        name,
        Type.Number({ ...Weight, description: weightText(name), examples: [12] }),
      ]),
    ) as Record<SessionCheckName, typeof Weight>,
  ),
  {
    additionalProperties: false,
    title: 'Weights',
    description: 'Points per check. An absent check uses its default.',
    [FIELD_DESCRIPTION]: 'Only weights that differ from the default.',
  },
)

/** Null keeps data forever. IP addresses are truncated after `address_hours`; absent: the setting stays as it is. */
export const Retention = Closed(
  {
    session_days: OrNull(
      Type.Integer({ minimum: 1, maximum: 3650 }),
      'Days after which sessions are deleted, counted from their start; null keeps them forever.',
      180,
    ),
    survey_days: OrNull(
      Type.Integer({ minimum: 1, maximum: 3650 }),
      'Days after which survey responses are deleted; null keeps them forever.',
      365,
    ),
    address_hours: Type.Optional(
      OrNull(
        Type.Integer({ minimum: 1, maximum: 87_600 }),
        'Hours after which the IP addresses of visitors are truncated; null keeps full addresses.',
        24,
      ),
    ),
  },
  'Retention',
  'How long data is kept.',
)
export type Retention = Static<typeof Retention>

const MonitorOnly = Type.Boolean({
  description:
    'In monitor-only mode, the service recommends no action stronger than `Accept with monitoring`.',
  examples: [false],
})

/** Those of extensions. */
const ADDED = schemasOf(SETTINGS)

export const SettingsView = Closed(
  {
    weights: Weights,
    bands: Bands,
    monitor_only: MonitorOnly,
    retention: Field(Retention, 'How long data is kept.'),
    ...CHOICE_FIELDS,
    ...ADDED,
    step_up_sentences: StepUpSentences,
    defaults: Field(
      Closed(
        {
          weights: Type.Array(
            Closed(
              {
                check: Field(CheckName, 'The check.'),
                group: Type.String({ description: 'The group of the check.' }),
                weight: Type.Number({ description: 'Points that a full-strength detection adds.' }),
              },
              'DefaultWeight',
              'The default weight of one check.',
            ),
            { description: 'The weight of every check.' },
          ),
          caps: Type.Array(
            Closed(
              {
                group: Type.String({ description: 'A group of checks.' }),
                cap: Type.Number({ description: 'Maximum points that the group can add.' }),
              },
              'GroupCap',
              'The cap of one group of checks.',
            ),
            { description: 'The cap of every group.' },
          ),
          proof: Type.Number({
            description: 'Points for proof of automation, unless the workspace sets a weight for the check.',
          }),
          bands: Bands,
        },
        'SettingsDefaults',
        'Built-in defaults. Caps cannot be changed.',
      ),
      'Built-in defaults.',
    ),
    rescoring: Type.Boolean({
      description: 'Whether sessions scored with earlier settings are being rescored.',
    }),
  },
  'Settings',
  'Settings of the workspace.',
)
export type SettingsView = Static<typeof SettingsView>

/** Absent settings stay as they are. Null resets a weight or the bands to the default. */
export const WhatIfRequest = Closed(
  {
    weights: Type.Optional(
      Type.Partial(
        Type.Object(
          Object.fromEntries(
            SESSION_CHECK_NAMES.map((name) => [
              name,
              OrNull(Weight, `${weightText(name)} Null resets it to the default.`, 12),
            ]),
          ) as Record<SessionCheckName, ReturnType<typeof OrNull<typeof Weight>>>,
        ),
        {
          additionalProperties: false,
          title: 'WeightsChange',
          description: 'New points per check. Null resets a check to its default.',
          [FIELD_DESCRIPTION]: 'Weights to change.',
        },
      ),
    ),
    bands: Type.Optional(OrNull(Bands, `${BANDS_TEXT} Null resets them to the default.`)),
    monitor_only: Type.Optional(MonitorOnly),
  },
  'WhatIfRequest',
  'Settings to try. Absent settings stay as they are.',
)
export type WhatIfRequest = Static<typeof WhatIfRequest>

export const SettingsChange = Closed(
  {
    ...WhatIfRequest.properties,
    retention: Type.Optional(
      Type.Partial(Retention, {
        additionalProperties: false,
        title: 'RetentionChange',
        description: 'Periods to change. Absent ones stay as they are.',
        [FIELD_DESCRIPTION]: 'Retention periods to change.',
      }),
    ),
    ...Type.Partial(Type.Object({ ...CHOICE_FIELDS, ...ADDED })).properties,
    step_up_sentences: Type.Optional(StepUpSentences),
  },
  'SettingsChange',
  'Settings to change. Absent settings stay as they are.',
)
export type SettingsChange = Static<typeof SettingsChange>

/** Labeled sessions. Flagged means one of the two strongest actions. */
const LabelCounts = Closed(
  {
    people_passed: Type.Integer({ description: 'Sessions labeled `person` that are not flagged.' }),
    people_flagged: Type.Integer({ description: 'Sessions labeled `person` that are flagged.' }),
    bots_passed: Type.Integer({ description: 'Sessions labeled `bot` that are not flagged.' }),
    bots_flagged: Type.Integer({ description: 'Sessions labeled `bot` that are flagged.' }),
  },
  'LabeledCounts',
  'Labeled sessions. Flagged means that the action is one of the two strongest.',
)

export const WhatIf = Closed(
  {
    computed_on: Type.Integer({
      description: 'Number of sessions in the preview: the newest of all `stored` sessions.',
    }),
    stored: Type.Integer({ description: 'Number of stored sessions.' }),
    before: Field(BandCounts, 'Sessions by action with the current settings.'),
    after: Field(BandCounts, 'Sessions by action with the new settings.'),
    changed: Type.Integer({ description: 'Number of sessions whose action would change.' }),
    moves: Type.Array(
      Closed(
        {
          from: Field(Action, 'The action with the current settings.'),
          to: Field(Action, 'The action with the new settings.'),
          count: Type.Integer({ description: 'Number of sessions.' }),
        },
        'ActionMove',
        'Sessions that would move from one action to another.',
      ),
      { description: 'Changes from one action to another, most frequent first.' },
    ),
    examples: Type.Array(
      Closed(
        {
          session_id: Type.String({ description: 'ID of the session.' }),
          ...VISIT_NAME,
          score_before: Type.Integer({ description: 'The score with the current settings.' }),
          score_after: Type.Integer({ description: 'The score with the new settings.' }),
          action_before: Field(Action, 'The action with the current settings.'),
          action_after: Field(Action, 'The action with the new settings.'),
          label: OrNull(Label, "The reviewer's label, or null.", 'person'),
        },
        'ChangedSession',
        'A session whose action would change.',
      ),
      {
        description:
          'At most 50 sessions whose action would change: labeled ones first, then by change in score.',
      },
    ),
    labeled: Field(
      Closed(
        {
          before: Field(LabelCounts, 'With the current settings.'),
          after: Field(LabelCounts, 'With the new settings.'),
        },
        'LabeledEffect',
        'The effect on labeled sessions.',
      ),
      'The effect on labeled sessions.',
    ),
    step_up: Field(
      Closed(
        {
          visits: Type.Integer({ description: 'Sessions in the preview that started in the last 30 days.' }),
          relaxed: Type.Integer({ description: 'Of these, at the level `relaxed`.' }),
          standard: Type.Integer({ description: 'Of these, at the level `standard`.' }),
          strict: Type.Integer({ description: 'Of these, at the level `strict`.' }),
        },
        'StepUpCounts',
        'Visits that would have needed step-up verification, by acceptance level.',
      ),
      'Visits of the last 30 days that would have needed step-up verification, by acceptance level.',
    ),
  },
  'WhatIf',
  'The effect of the new settings.',
)
export type WhatIf = Static<typeof WhatIf>
