import type { WhatIf } from '../../contract/dashboard/settings.ts'
import { ACCEPTANCE_LEVELS } from '../../contract/decision.ts'
import { texts } from '../texts.ts'
import type { EditorProps } from './risk_editor.tsx'

const words = texts.settings

/** What a session must have proven, with the number of recent visits that would have needed step-up verification. */
export function AcceptanceEditor({
  draft,
  isLocked,
  update,
  whatIf,
}: Omit<EditorProps, 'saved'> & { readonly whatIf?: WhatIf }) {
  return (
    <section className="card" aria-labelledby="acceptance">
      <div className="card-head">
        <h2 id="acceptance">{words.acceptance}</h2>
        <p className="small-print">{words.acceptanceHint}</p>
      </div>
      {ACCEPTANCE_LEVELS.map((level) => (
        <label key={level} className="choice">
          <input
            type="radio"
            name="acceptance"
            checked={draft.acceptance === level}
            disabled={isLocked}
            onChange={() => update({ acceptance: level })}
          />
          <span>
            <strong>{words.acceptanceLevels[level].name}</strong>
            <span className="hint">{words.acceptanceLevels[level].hint}</span>
            {whatIf !== undefined && (
              <span className="hint">{words.stepUps(whatIf.step_up[level], whatIf.step_up.visits)}</span>
            )}
          </span>
        </label>
      ))}
    </section>
  )
}
