/** Removed participants with neutral reasons, for the provider of a panel. */
import { type Static, Type } from 'typebox'
import { LowEffortThreshold } from '../../src/contract/dashboard/verdicts.ts'
import type { ErrorRate } from './contract.ts'

export const PANEL_PROVIDERS = ['Prolific', 'CloudResearch', 'MTurk', 'Other'] as const
export type PanelProvider = (typeof PANEL_PROVIDERS)[number]

export interface RemovedParticipant {
  readonly participant_id: string
  /** Names of the failed checks, each once. Empty if a reviewer decided without one. */
  readonly checks: readonly string[]
  /** The computed verdict was another. */
  readonly removed_by_reviewer: boolean
  /** A reviewer decided. Otherwise the participant is only marked for removal. */
  readonly confirmed: boolean
}

export interface ReportedCheck {
  readonly check: string
  /** What the check measures, in words that accuse no one. */
  readonly meaning: string
  readonly error_rate: ErrorRate | null
}

export interface PanelPage {
  readonly provider: PanelProvider
  /** Analyzed participants with an id of this provider. */
  readonly participants: number
  readonly removed: readonly RemovedParticipant[]
  /** Every check that a removed participant failed. */
  readonly checks: readonly ReportedCheck[]
}

export interface PanelReport {
  readonly survey_id: string
  readonly program_version: string
  /** Providers with participants in this survey. */
  readonly pages: readonly PanelPage[]
}

export const PANEL_FORMATS = ['json', 'html', 'csv'] as const
export type PanelFormat = (typeof PANEL_FORMATS)[number]

/** HTML and CSV are the page of one provider: the given one, or the only one. */
export const PanelQuery = Type.Object({
  low_effort_threshold: LowEffortThreshold,
  format: Type.Optional(
    Type.Enum([...PANEL_FORMATS], { description: 'Printable page (html), table (csv) or JSON.' }),
  ),
  provider: Type.Optional(
    Type.Enum([...PANEL_PROVIDERS], {
      description: 'Panel provider, recognized by the format of its participant IDs.',
    }),
  ),
})
export type PanelQuery = Static<typeof PanelQuery>
