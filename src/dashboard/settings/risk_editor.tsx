import type { SettingsView, WhatIf } from '../../contract/dashboard/settings.ts'
import { elementAt } from '../../contract/element_at.ts'
import { BANDS } from '../format/tone.ts'
import { texts } from '../texts.ts'
import { type Draft, isAscending, withBand } from './draft.ts'

const words = texts.settings

export interface EditorProps {
  readonly draft: Draft
  readonly saved: SettingsView
  readonly isLocked: boolean
  update(change: Partial<Draft>): void
}

/** Lowest score of each action, with the number of sessions that the draft gives it. */
export function BandEditor({
  draft,
  saved,
  isLocked,
  update,
  whatIf,
}: EditorProps & { readonly whatIf?: WhatIf }) {
  const ascends = isAscending(draft.bands)
  const edges = ascends ? [0, ...draft.bands, 101] : [0, ...saved.bands, 101]
  return (
    <section className="card" aria-labelledby="bands">
      <div className="card-head">
        <h2 id="bands">{words.bands}</h2>
        <p className="small-print">{words.bandsHint}</p>
      </div>
      <div className="band-strip">
        {BANDS.slice(0, 4).map(([band, tone, action], i) => (
          <span
            key={band}
            className={`tone-${tone}`}
            style={{ flexGrow: elementAt(edges, i + 1) - elementAt(edges, i) }}
          >
            <strong>{texts.actions[action]}</strong>
            {edges[i]}–{elementAt(edges, i + 1) - 1}
            {whatIf !== undefined && <b>{words.live(whatIf.before[band], whatIf.after[band])}</b>}
          </span>
        ))}
      </div>
      <div className="filters-more">
        {draft.bands.map((bound, i) => {
          const action = BANDS[i + 1]?.[2] ?? 'Unknown'
          return (
            <label key={action} className="field">
              <span className="label">{words.from(texts.actions[action])}</span>
              <input
                type="number"
                min={1}
                max={100}
                aria-invalid={!ascends}
                aria-describedby={ascends ? undefined : 'bands-order'}
                value={bound}
                disabled={isLocked}
                onChange={(event) =>
                  update({ bands: withBand(draft.bands, i, Math.round(Number(event.target.value) || 1)) })
                }
              />
              <span className="hint">{words.defaultIs(saved.defaults.bands[i] ?? 0)}</span>
            </label>
          )
        })}
      </div>
      {!ascends && (
        <p className="problem" id="bands-order" role="alert">
          {words.notAscending}
        </p>
      )}
    </section>
  )
}

/** Points of each check, with the cap of its group. Caps keep related signals from adding up. */
export function WeightEditor({ draft, saved, isLocked, update }: EditorProps) {
  const { weights, caps } = saved.defaults
  const groups = [...new Set(weights.map(({ group }) => group))]
  return (
    <section className="card" aria-labelledby="weights">
      <div className="card-head">
        <h2 id="weights">{words.weights}</h2>
        <p className="small-print">{words.weightsHint}</p>
        <p className="small-print">{words.proof(saved.defaults.proof)}</p>
      </div>
      <div className="columns">
        {groups.map((group) => {
          const cap = caps.find((each) => each.group === group)?.cap
          return (
            <fieldset key={group} className="weights">
              <legend>
                {words.groups[group] ?? group}{' '}
                {cap !== undefined && <span className="small-print">{words.cap(cap)}</span>}
              </legend>
              {weights
                .filter((each) => each.group === group)
                .map(({ check, weight }) => {
                  const chosen = draft.weights[check] ?? weight
                  return (
                    <label key={check} className={chosen === weight ? 'weight' : 'weight own'}>
                      <span>{texts.checks[check]}</span>
                      <input
                        type="range"
                        min={0}
                        max={100}
                        step={1}
                        value={chosen}
                        disabled={isLocked}
                        aria-label={`${texts.checks[check]}: ${words.points}`}
                        onChange={(event) =>
                          update({ weights: { ...draft.weights, [check]: Number(event.target.value) } })
                        }
                      />
                      <output title={chosen === weight ? undefined : words.own}>
                        {Math.round(chosen * 10) / 10}
                      </output>
                    </label>
                  )
                })}
            </fieldset>
          )
        })}
      </div>
    </section>
  )
}
