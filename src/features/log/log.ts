/** The event log of a session: actions and times in chronological order. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { rowsToEvents } from '../../contract/batch/events.ts'
import { ROWS } from '../../contract/batch/rows.ts'
import { ACTION_CHARS } from '../../contract/limits.ts'
import type { EventEntry } from '../../contract/session.ts'
import { documentsOf, type RecordedDocument } from '../session/documents.ts'
import { momentsOf } from '../session/moments.ts'
import { actionDescriber, LOGGED } from './action_words.ts'
import { formatUserTime } from './user_time.ts'

/** Bump it when the same batches give other entries. */
export const LOG_VERSION = '4'

const LOGGED_CODES = new Set<number>(LOGGED.map((type) => ROWS[type].code))

/** Any split, order of arrival or repetition of the same batches gives the same log. */
export function eventLog(batches: readonly RecordedBatch[]): EventEntry[] {
  const documents = documentsOf(batches)
  const momentOf = momentsOf(documents)
  const sessionZone = firstZone(documents.flatMap((document) => document.batches))
  return documents
    .flatMap((document) => {
      const zone = firstZone(document.batches) ?? sessionZone
      return actionsOf(document).map(({ words, t, place: receivedAt }) => {
        const at = momentOf(document, t, receivedAt)
        return { action: cut(words()), user_time: formatUserTime(at, zone), unix_timestamp: at }
      })
    })
    .sort((a, b) => a.unix_timestamp - b.unix_timestamp)
}

function actionsOf({ batches }: RecordedDocument) {
  const { describe, actions } = actionDescriber<number>()
  for (const { batch, receipt } of batches) {
    let t = batch.start
    for (const row of batch.rows) {
      t += row[1] as number
      if (!LOGGED_CODES.has(row[0] as number)) continue
      const [event] = rowsToEvents([row], t - (row[1] as number), batch.at)
      if (event) describe(event, 'name' in event ? batch.names[event.name] : undefined, receipt.at)
    }
  }
  return actions
}

function firstZone(batches: readonly RecordedBatch[]): string | undefined {
  return batches.find(({ batch }) => batch.zone !== undefined)?.batch.zone
}

/** A cut inside a surrogate pair would leave invalid Unicode. */
const cut = (words: string) =>
  words.length <= ACTION_CHARS ? words : words.slice(0, ACTION_CHARS).toWellFormed()
