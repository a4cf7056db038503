/**
 * Settings of a workspace with a few options, each declared once: the API, the command line, the audit log, the dashboard
 * and the reference walk this table.
 */
import { type TEnum, Type } from 'typebox'
import type { AcceptanceLevel } from './decision.ts'

interface Choice {
  /** The options and their labels in a form. */
  readonly options: Readonly<Record<string, string>>
  readonly default: string
  readonly title: string
  /** What the setting is for: the text above its form. */
  readonly lead: string
  /** The question that the options answer. */
  readonly question: string
  readonly description: string
  /** A change applies to past sessions too. */
  readonly rescores?: true
}

const declared = <const Declared extends Readonly<Record<string, Choice>>>(choices: Declared): Declared =>
  choices

export const CHOICES = declared({
  linked_sessions: {
    // Participants of surveys were often promised anonymity, so their sessions are compared only if an owner wants it.
    options: {
      all: 'All sessions, including surveys',
      visits: 'Visits only, no survey sessions',
      off: 'None',
    },
    default: 'visits',
    title: 'Linked sessions',
    lead: 'Byhand compares sessions to find copied recordings and users that share a device or an IP address. For sessions that are not compared, it stores no summary of typing or mouse movement. A change applies to past sessions too.',
    question: 'Sessions to compare',
    description:
      'Sessions that are compared to find linked sessions: `visits` (the default) leaves out sessions of surveys, `off` compares none.',
    rescores: true,
  },
  device_data: {
    options: { required: 'Refuse their sessions', optional: 'Accept their sessions' },
    default: 'required',
    title: 'Device data',
    lead: 'A page can send no data about the device. Its sessions that look human then get the action Unknown, and programs are harder to find.',
    question: 'Pages that send no device data',
    description:
      'Whether pages may forbid the browser script to read device data. `required` (the default): their sessions are rejected.',
  },
  acceptance: {
    options: {
      relaxed: 'A recording that arrived in time',
      standard: 'A passed challenge',
      strict: 'Everything that automatic acceptance needs',
    } satisfies Record<AcceptanceLevel, string>,
    default: 'standard',
    title: 'Acceptance',
    lead: 'Servers accept a visitor without step-up verification only if the session has proven enough.',
    question: 'What a session must have proven to be accepted without step-up verification',
    description:
      'What a session must have proven before its visitor is accepted without step-up verification. `relaxed`: `in_time`; `standard` (the default): `challenge`; `strict`: `behavior`.',
  },
  user_hash: {
    options: { enforce: 'Store only signed user IDs', off: 'Store any user ID' },
    default: 'off',
    title: 'Signed user IDs',
    lead: 'Any page can claim to be any user. Your server can sign user IDs, and Byhand then ignores others.',
    question: 'User IDs without a valid signature',
    description:
      'Whether a user ID is stored only together with a valid `user_hash`: `enforce`, or `off` (the default).',
  },
})

export type ChoiceName = keyof typeof CHOICES
export type ChoiceOf<Name extends ChoiceName> = keyof (typeof CHOICES)[Name]['options'] & string
/** The option that each choice has. */
export type Choices = { -readonly [Name in ChoiceName]: ChoiceOf<Name> }

export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[]
export const optionsOf = (name: ChoiceName): readonly string[] => Object.keys(CHOICES[name].options)

export const isRescoring = (name: ChoiceName): boolean => (CHOICES[name] as Choice).rescores ?? false

/** The stored option; the default if there is none, or one that does not exist. */
export const choiceOf = <Name extends ChoiceName>(settings: Readonly<Record<string, unknown>>, name: Name) =>
  (optionsOf(name).find((option) => option === settings[name]) ?? CHOICES[name].default) as ChoiceOf<Name>

export const choicesOf = (settings: Readonly<Record<string, unknown>>): Choices =>
  Object.fromEntries(CHOICE_NAMES.map((name) => [name, choiceOf(settings, name)])) as unknown as Choices

const schemaOf = (name: ChoiceName): TEnum<string[]> =>
  Type.Enum([...optionsOf(name)], {
    description: CHOICES[name].description,
    examples: [CHOICES[name].default],
  })

/** The members of the settings as the API shows them. */
export const CHOICE_FIELDS = Object.fromEntries(
  CHOICE_NAMES.map((name) => [name, schemaOf(name)]),
) as unknown as { readonly [Name in ChoiceName]: TEnum<ChoiceOf<Name>[]> }
