/** Workspace settings as the dashboard and the API show and change them. Other settings are preserved. */
import { Compile } from 'typebox/schema'
import { SETTINGS } from '../../../extensions/settings.ts'
import { type AddedSetting, valuesOf } from '../../contract/added_setting.ts'
import type { SessionCheckName } from '../../contract/checks.ts'
import { CHOICE_NAMES, choiceOf, choicesOf, isRescoring } from '../../contract/choices.ts'
import {
  Retention,
  type SettingsChange,
  type SettingsView,
  type WhatIfRequest,
} from '../../contract/dashboard/settings.ts'
import { DEFAULT_RETENTION } from '../../contract/retention.ts'
import { RiskSettings } from '../../contract/settings.ts'
import { LEAST_DISTINCT_CHARS } from '../../contract/step_up_sentences.ts'
import { BANDS } from '../../risk/actions.ts'
import { WEIGHTS } from '../../risk/weights.ts'
import { invalid } from '../http/errors.ts'
import { sentencesOf } from '../workspace/step_up_sentences.ts'

export type Settings = Readonly<Record<string, unknown>>

/** Risk settings with every value. */
export type Risk = Pick<SettingsView, 'weights' | 'bands' | 'monitor_only'>

const isRisk = Compile(RiskSettings)
const isRetention = Compile(Retention)
const ADDED = Object.entries<AddedSetting>(SETTINGS).map(
  ([name, setting]) => ({ ...setting, name, isValid: Compile(setting.schema) }) as const,
)

/** Invalid settings count as absent, as in scoring. */
export const riskOf = (settings: Settings): RiskSettings => (isRisk.Check(settings.risk) ? settings.risk : {})

export const retentionOf = (settings: Settings): Required<Retention> => ({
  ...DEFAULT_RETENTION,
  ...(isRetention.Check(settings.retention) && settings.retention),
})

/** The settings of extensions. */
const addedOf = (settings: Settings): Pick<SettingsView, keyof typeof SETTINGS> => ({
  ...valuesOf(SETTINGS, 'initial'),
  ...Object.fromEntries(
    ADDED.filter(({ name, isValid }) => isValid.Check(settings[name])).map(({ name }) => [
      name,
      settings[name],
    ]),
  ),
})

/** When a rescore of all sessions was requested, until it has been queued. */
export const rescoreOf = (settings: Settings): number | null =>
  typeof settings.rescore === 'number' ? settings.rescore : null

/** When an owner last changed how long data is kept: a run of retention foresees what a shorter time erases. */
export const retentionChangedAt = (settings: Settings): number =>
  typeof settings.retention_changed_at === 'number' ? settings.retention_changed_at : 0

export function settingsView(settings: Settings): SettingsView {
  const {
    weights = {},
    bands = [...BANDS] as [number, number, number],
    monitor_only = false,
  } = riskOf(settings)
  const groups = Object.entries(WEIGHTS.groups)
  return {
    weights,
    bands,
    monitor_only,
    retention: retentionOf(settings),
    ...choicesOf(settings),
    ...addedOf(settings),
    step_up_sentences: sentencesOf(settings),
    defaults: {
      weights: groups.flatMap(([group, held]) =>
        Object.entries(held.weights).map(([check, weight]) => ({
          check: check as SessionCheckName,
          group,
          weight,
        })),
      ),
      caps: groups.map(([group, { cap }]) => ({ group, cap })),
      proof: WEIGHTS.proof,
      bands: [...BANDS],
    },
    rescoring: rescoreOf(settings) !== null,
  }
}

/** Absent settings stay as they are. Null resets a weight or the bands to the default. */
export function changedRisk(settings: Settings, change: WhatIfRequest): Risk {
  const current = settingsView(settings)
  const { weights = {}, bands = current.bands, monitor_only = current.monitor_only } = change
  const all = Object.entries({ ...current.weights, ...weights })
  const risk: Risk = {
    weights: Object.fromEntries(all.filter(([, weight]) => weight !== null)),
    bands: bands ?? current.defaults.bands,
    monitor_only,
  }
  checkBands(risk.bands)
  return risk
}

export function changedSettings(settings: Settings, change: SettingsChange, now: number): Settings {
  const { retention, step_up_sentences, weights, bands, monitor_only, ...others } = change
  checkAdded(others)
  checkSentences(step_up_sentences ?? [])
  const after: Settings = {
    ...settings,
    ...(isGiven(weights, bands, monitor_only) && { risk: storedRisk(changedRisk(settings, change)) }),
    ...(retention && {
      retention: { ...retentionOf(settings), ...retention },
      retention_changed_at: now,
    }),
    ...(step_up_sentences && { step_up_sentences }),
    ...others,
  }
  const isSame =
    JSON.stringify(riskOf(settings)) === JSON.stringify(riskOf(after)) &&
    CHOICE_NAMES.every((name) => !isRescoring(name) || choiceOf(settings, name) === choiceOf(after, name))
  // Larger than before, so that a rescore in progress does not count as that of this change.
  return isSame ? after : { ...after, rescore: Math.max(now, (rescoreOf(settings) ?? 0) + 1) }
}

const isGiven = (...values: readonly unknown[]) => values.some((value) => value !== undefined)

/** Defaults are not stored, so that the workspace follows future ones. */
const storedRisk = ({ weights, bands, monitor_only }: Risk): RiskSettings => ({
  ...(Object.keys(weights).length > 0 && { weights }),
  ...(bands.some((bound, index) => bound !== BANDS[index]) && { bands }),
  ...(monitor_only && { monitor_only }),
})

/** The settings that differ, with their new values. */
export function changesBetween(before: Settings, after: Settings): Readonly<Record<string, unknown>> {
  const { defaults: _, rescoring: __, ...shown } = settingsView(after)
  const earlier: Readonly<Record<string, unknown>> = settingsView(before)
  return Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier[name])),
  )
}

function checkAdded(change: Settings): void {
  for (const { name, fault } of ADDED) {
    const found = change[name] === undefined ? undefined : fault?.(change[name])
    if (found !== undefined) throw invalid(`/${name}${found[0]}`, found[1])
  }
}

function checkSentences(sentences: readonly string[]): void {
  for (const [at, sentence] of sentences.entries()) {
    const pointer = `/step_up_sentences/${at}`
    if (!sentence.isWellFormed()) throw invalid(pointer, 'is not valid Unicode')
    if (new Set(sentence.toLowerCase()).size < LEAST_DISTINCT_CHARS) {
      throw invalid(pointer, `must have at least ${LEAST_DISTINCT_CHARS} different characters`)
    }
    if (sentences.indexOf(sentence) < at) throw invalid(pointer, 'is in the list already')
  }
}

function checkBands([second, third, fourth]: Risk['bands']): void {
  if (second >= third || third >= fourth) throw invalid('/bands', 'must be in ascending order')
}
