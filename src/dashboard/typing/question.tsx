import { useMemo } from 'react'
import type { TypingView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { PlayerControls } from '../parts/player_controls.tsx'
import { usePlayer } from '../player.ts'
import { texts } from '../texts.ts'
import { Axis } from './axis.tsx'
import { editHistory, runsAt } from './edit_history.ts'

const words = texts.typing

export function TypedQuestion({ question }: { question: TypingView['questions'][number] }) {
  const { question: text, question_id, results, changes } = question
  const failed = results.filter(({ result }) => result === 'Detected')
  const name = text === '' ? question_id : text
  return (
    <section className="card typed" aria-label={name}>
      <div className="card-head">
        <h2 dir="auto">{name}</h2>
        {question.effort !== null && <span className="small-print">{words.effort(question.effort)}</span>}
      </div>
      {failed.length > 0 && (
        <ul className="failed">
          {failed.map(({ check, evidence }) => (
            <li key={check}>
              <span className="pill tone-review">{surveyCheckLabel(check)}</span> {evidence}
            </li>
          ))}
        </ul>
      )}
      {changes.length === 0 ? (
        <NotRecorded answer={question.answer} />
      ) : (
        <Playback question={question} name={name} />
      )}
    </section>
  )
}

function NotRecorded({ answer }: { answer: string }) {
  return (
    <>
      <p className="notice">{words.nothing}</p>
      {answer !== '' && <blockquote dir="auto">{answer}</blockquote>}
    </>
  )
}

function Playback({ question, name }: { question: TypingView['questions'][number]; name: string }) {
  const history = useMemo(() => editHistory(question.changes), [question.changes])
  // The page opens on the finished answer; Play starts from the beginning.
  const player = usePlayer(history.durationMs, { atMs: history.durationMs })
  const runs = runsAt(history, player.atMs)
  const isDone = player.atMs >= history.durationMs
  return (
    <>
      <p className="small-print">
        {question.summary} {question.typing === 'observed' ? words.observed : words.sent}
        {question.copies.length > 0 && ` ${words.copies(question.copies.length)}`}
      </p>
      <blockquote className="sheet" dir="auto">
        {runs.map(({ text, origin }, i) => (
          <span key={i} className={`run ${origin}`}>
            {text}
          </span>
        ))}
        {!isDone && <span className="caret" aria-hidden="true" />}
      </blockquote>
      {isDone && question.truncated && <p className="notice watch">{words.truncated}</p>}
      {history.durationMs > 0 && (
        <>
          <PlayerControls player={player} name={`${words.playback}: ${name}`} />
          <Axis history={history} question={question} atMs={player.atMs} seek={player.seek} />
          <ul className="legend">
            {(['in', 'bulk', 'out', 'pause'] as const).map((kind) => (
              <li key={kind} className={`key-${kind}`}>
                {words.legend[kind]}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
