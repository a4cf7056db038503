import { type ReactNode, useRef, useState } from 'react'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { Dialog } from '../parts/dialog.tsx'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { afterDecision, afterUndo, moved, type Progress } from './progress.ts'
import { useShortcuts } from './shortcuts.ts'

const words = texts.review

export interface ReviewQueueProps<Decision extends keyof typeof words.decided> {
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    /** Small print below the name. */
    readonly under?: string
  }[]
  readonly hasMore: boolean
  /** For P and B. */
  readonly decisions: readonly [person: Decision, bot: Decision]
  /** Saves a decision. Returns a function that undoes it. */
  decide(id: string, decision: Decision, note: string): Promise<() => Promise<unknown>>
  onNearEnd(): void
  /** The reasons beside the decision. */
  children(id: string): ReactNode
}

/** Works through entries by keyboard or pointer. */
export function ReviewQueue<Decision extends keyof typeof words.decided>(props: ReviewQueueProps<Decision>) {
  const { entries, hasMore, decisions, decide, onNearEnd, children } = props
  const ids = entries.map(({ id }) => id)
  const [progress, setProgress] = useState<Progress<Decision>>({ current: ids[0], decided: [] })
  const [note, setNote] = useState('')
  const [isHelpOpen, setHelp] = useState(false)
  const [status, setStatus] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const undos = useRef(new Map<string, () => Promise<unknown>>())
  const isBusy = useRef(false)
  const { decided } = progress
  const isAllDecided = decided.length === ids.length
  const current = progress.current ?? (isAllDecided ? undefined : ids.find((id) => !undos.current.has(id)))
  const at = current === undefined ? ids.length : ids.indexOf(current)

  async function once(run: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setError(null)
    try {
      await run()
    } catch (failed) {
      setError(failed as Error)
    } finally {
      isBusy.current = false
    }
  }

  const take = (decision: Decision) =>
    once(async () => {
      if (current === undefined) return
      undos.current.set(current, await decide(current, decision, note.trim()))
      setNote('')
      setStatus(words.decided[decision])
      setProgress(afterDecision(ids, { current, decided }, decision))
      if (hasMore && decided.length + 3 > ids.length) onNearEnd()
    })
  const undo = () =>
    once(async () => {
      const last = decided.at(-1)
      if (last === undefined) return
      await undos.current.get(last.id)?.()
      undos.current.delete(last.id)
      setStatus(words.undone)
      setProgress(afterUndo(progress))
    })
  function step(by: number) {
    setNote('')
    setProgress({ current: moved(ids, current, by), decided })
  }
  const help = () => setHelp(!isHelpOpen)
  const [person, bot] = decisions
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    p: () => void take(person),
    b: () => void take(bot),
    u: () => void undo(),
    '?': help,
  })
  if (ids.length === 0)
    return (
      <section className="card empty">
        <h2>{words.empty}</h2>
        <p>{words.emptyHint}</p>
      </section>
    )
  const decisionOf = (id: string) => decided.find((entry) => entry.id === id)?.decision

  return (
    <div className="review-grid">
      <section className="card flush" aria-labelledby="queue">
        <div className="card-head">
          <h2 id="queue">{words.queue}</h2>
          <p className="small-print">{words.position(decided.length, ids.length, hasMore)}</p>
        </div>
        <ol className="review-list">
          {entries.map(({ id, name, under }) => {
            const decision = decisionOf(id)
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === current}
                  onClick={() => setProgress({ current: id, decided })}
                >
                  <UserText>{name}</UserText>
                  {under !== undefined && <span className="under">{under}</span>}
                  {decision !== undefined && <span className="under">{words.decided[decision]}</span>}
                </button>
              </li>
            )
          })}
        </ol>
      </section>
      <div className="stack">
        <section className="card" aria-label={words.title}>
          <div className="row">
            <button type="button" disabled={current === undefined} onClick={() => take(person)}>
              {words[person]}
            </button>
            <button type="button" disabled={current === undefined} onClick={() => take(bot)}>
              {words[bot]}
            </button>
            <button type="button" disabled={decided.length === 0} onClick={undo}>
              {words.undo}
            </button>
            <button type="button" disabled={at <= 0} onClick={() => step(-1)}>
              {words.previous}
            </button>
            <button type="button" disabled={at >= ids.length - 1} onClick={() => step(1)}>
              {words.next}
            </button>
            <button type="button" className="quiet" onClick={help}>
              {words.help}
            </button>
          </div>
          <label className="field">
            <span className="label">{texts.session.note}</span>
            <input value={note} maxLength={NOTE_CHARS} onChange={({ target }) => setNote(target.value)} />
          </label>
          <p role="status" className="small-print">
            {status}
          </p>
          {error !== null && <Notice tone="bad">{fullErrorMessage(error)}</Notice>}
        </section>
        {current === undefined ? (
          <section className="card empty">
            <h2>{words.empty}</h2>
            <p>{words.emptyHint}</p>
          </section>
        ) : (
          children(current)
        )}
      </div>
      {isHelpOpen && (
        <Dialog title={words.keys} onClose={() => setHelp(false)}>
          <dl className="shortcuts">
            {words.keyList.map(([key, meaning]) => (
              <div key={key} className="row">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </div>
  )
}
