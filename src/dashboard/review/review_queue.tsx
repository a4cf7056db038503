import { type ReactNode, useRef, useState } from 'react'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { fullErrorMessage } from '../parts/form.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { afterDecision, afterUndo, decisionOn, moved, type Progress } from './progress.ts'
import { useShortcuts } from './shortcuts.ts'
import type { Together } from './together.ts'

const words = texts.review

export interface Choice<Decision> {
  readonly decision: Decision
  readonly key: string
  readonly icon?: IconName
}

export interface ReviewQueueProps<Decision extends keyof typeof words.decided> {
  readonly entries: readonly {
    /** In front of the name. */
    readonly mark?: ReactNode
    readonly id: string
    readonly name: string
    /** Lines of small print below the name. */
    readonly under?: readonly string[]
  }[]
  readonly hasMore: boolean
  /** What comes here. */
  readonly emptyHint?: string
  /** What to do without entries. */
  readonly emptyAction?: ReactNode
  readonly choices: readonly Choice<Decision>[]
  /** Keys that move to the previous and the next entry. */
  readonly steps: readonly [previous: string, next: string]
  /** Saves a decision, also on the other entries. Returns a function that undoes it. */
  decide(
    id: string,
    decision: Decision,
    note: string,
    also: readonly string[],
  ): Promise<() => Promise<unknown>>
  /** Groups that can be decided together with an entry, which is not one of their ids. */
  together?(id: string): readonly Together[]
  onNearEnd(): void
  /** The reasons beside the decision. */
  children(id: string): ReactNode
}

/** Not on a phone. */
const Key = ({ name }: { name: string }) => <span className="key-name">({name})</span>

/** Works through entries by keyboard or pointer. */
export function ReviewQueue<Decision extends keyof typeof words.decided>(props: ReviewQueueProps<Decision>) {
  const {
    entries,
    hasMore,
    emptyHint = words.emptyHint,
    emptyAction,
    choices,
    steps: [previousKey, nextKey],
    decide,
    together,
    onNearEnd,
    children,
  } = props
  const ids = entries.map(({ id }) => id)
  const [progress, setProgress] = useState<Progress<Decision>>({ current: ids[0], decided: [] })
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isHelpOpen, setHelp] = useState(false)
  const [status, setStatus] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const undos = useRef(new Map<string, () => Promise<unknown>>())
  const isBusy = useRef(false)
  const { decided } = progress
  const current = progress.current ?? ids.find((id) => decisionOn(decided, id) === undefined)
  const groups = current === undefined ? [] : (together?.(current) ?? [])
  const also = [...new Set(groups.filter(({ name }) => chosen.has(name)).flatMap((group) => group.ids))]
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
      undos.current.set(current, await decide(current, decision, note.trim(), also))
      reset()
      setStatus(also.length === 0 ? words.decided[decision] : words.decidedAll(also.length + 1))
      setProgress(afterDecision(ids, { current, decided }, decision, also))
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
  function reset() {
    setNote('')
    setChosen(new Set())
  }
  function step(by: number) {
    reset()
    setProgress({ current: moved(ids, current, by), decided })
  }
  const help = () => setHelp(!isHelpOpen)
  useShortcuts({
    ...Object.fromEntries(choices.map(({ key, decision }) => [key.toLowerCase(), () => void take(decision)])),
    [nextKey.toLowerCase()]: () => step(1),
    [previousKey.toLowerCase()]: () => step(-1),
    u: () => void undo(),
    '?': help,
  })
  if (ids.length === 0)
    return (
      <Empty icon="check" title={words.empty} hint={emptyHint}>
        {emptyAction}
      </Empty>
    )
  const count = ids.filter((id) => decisionOn(decided, id) !== undefined).length

  return (
    <div className="review-grid">
      <section className="card flush" aria-labelledby="queue">
        <div className="card-head">
          <h2 id="queue">{words.queue}</h2>
          <p className="small-print">{words.position(count, ids.length, hasMore)}</p>
        </div>
        <ol className="review-list">
          {entries.map(({ id, name, under = [], mark }) => {
            const decision = decisionOn(decided, id)
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === current}
                  onClick={() => {
                    reset()
                    setProgress({ current: id, decided })
                  }}
                >
                  <span className="queue-name">
                    {mark}
                    <UserText>{name}</UserText>
                  </span>
                  {under.map((line) => (
                    <UserText key={line} className="under">
                      {line}
                    </UserText>
                  ))}
                  {decision !== undefined && <span className="under">{words.decided[decision]}</span>}
                </button>
              </li>
            )
          })}
        </ol>
      </section>
      <div className="stack">
        <section className="card decision" aria-label={words.title}>
          <div className="row">
            {choices.map(({ decision, key, icon }) => (
              <button key={key} type="button" disabled={current === undefined} onClick={() => take(decision)}>
                {icon !== undefined && <Icon name={icon} />} {words.decisions[decision]} <Key name={key} />
              </button>
            ))}
            <button type="button" disabled={decided.length === 0} onClick={undo}>
              {words.undo} <Key name="U" />
            </button>
            <button type="button" disabled={at <= 0} onClick={() => step(-1)}>
              {words.previous} <Key name={previousKey} />
            </button>
            <button type="button" disabled={at >= ids.length - 1} onClick={() => step(1)}>
              {words.next} <Key name={nextKey} />
            </button>
            <button type="button" className="quiet" onClick={help}>
              {words.help} <Key name="?" />
            </button>
          </div>
          <label className="field">
            <span className="label">{texts.session.note}</span>
            <input value={note} maxLength={NOTE_CHARS} onChange={({ target }) => setNote(target.value)} />
          </label>
          {groups.length > 0 && (
            <div className="row">
              {groups.map(({ name, ids: members }) => (
                <label key={name} className="choice">
                  <input
                    type="checkbox"
                    checked={chosen.has(name)}
                    onChange={({ target }) =>
                      setChosen(
                        new Set(
                          target.checked ? [...chosen, name] : [...chosen].filter((other) => other !== name),
                        ),
                      )
                    }
                  />
                  <span>{words.together(members.length, name)}</span>
                </label>
              ))}
            </div>
          )}
          <p role="status" className="small-print">
            {status}
          </p>
          {error !== null && <Notice tone="bad">{fullErrorMessage(error)}</Notice>}
        </section>
        {current === undefined ? (
          <Empty icon="check" title={words.empty} hint={emptyHint} />
        ) : (
          children(current)
        )}
      </div>
      {isHelpOpen && (
        <Dialog title={words.keys} onClose={() => setHelp(false)}>
          <dl className="shortcuts">
            {[
              [nextKey, words.next],
              [previousKey, words.previous],
              ...choices.map(({ key, decision }) => [key, words.decisions[decision]] as const),
              ['U', words.undoLast],
              ['?', words.toggleHelp],
            ].map(([key, meaning]) => (
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
