import { VERDICTS, type Verdict } from '../../contract/verdicts.ts'
import {
  type AnalysisRow,
  type AnswerCluster,
  type AnswerKey,
  analyses,
  answers,
  devices,
  type IndexedAnswer,
  type IndexedCopies,
  type IndexedNeighbor,
  laterAnalyses,
  type NewSample,
  neighbors,
  type ParticipantQuery,
  type PendingAnalysis,
  questions,
  RANKS,
  type SettleDue,
  type StoredAnswer,
  type StoredStats,
  type StoredVerdict,
  type SurveyStore,
  type SurveySummary,
  surveys,
  type VerdictCount,
} from '../surveys.ts'
import { matching } from '../table.ts'
import { unpackId } from '../values/packed_id.ts'
import { unseal } from '../values/sealed.ts'
import { wellFormed } from '../values/well_formed.ts'
import { first, listed, RunnerQueries } from './statement_runner.ts'
import { surveyWrites } from './survey_transactions.ts'

const FIND = `SELECT * FROM analyses WHERE ${analyses.isKey}`

/** The index of the effective verdict. */
const VERDICT = `coalesce(decision, rank / ${RANKS})`

/** Uses the index of the newest analyses, which contains every column. */
const SUMMARIES = `SELECT survey_id, count(*) AS participants, sum(CASE WHEN flagged = 1 THEN 1 ELSE 0 END) AS flagged,
  min(analyzed_at) AS first_at, max(analyzed_at) AS last_at FROM analyses`

/** Participants of one query. */
const CHUNK = 100

const pending = laterAnalyses.without('flagged', 'rank', 'result')

const PENDING = {
  key: laterAnalyses.keyColumns,
  order: 't.claimed_until',
  sets: 'claimed_until',
  returning: pending.columns,
}
const FIRST_PENDING = {
  ...PENDING,
  table: analyses.name,
  key: analyses.keyColumns,
  waiting: 't.flagged = 1 AND t.notified = 0',
}
const LATER_PENDING = { ...PENDING, table: laterAnalyses.name, waiting: 't.notified = 0' }

interface RawSummary {
  survey_id: string
  participants: number
  flagged: number
  first_at: number
  last_at: number
}

interface RawVerdictCount {
  verdict: number
  reviewed: number
  flagged: number
  participants: number
}

/** One row for the saved statistics, which has a latest revision, and one for each sample. */
interface RawStats {
  revision: number
  latest: number | null
  content: Uint8Array | null
}

/** Behind every text with the same beginning. */
const LAST_CHAR = '\u{10ffff}'

/** Each engine searches for similar answers in its own way. */
export abstract class SurveyQueries extends RunnerQueries implements SurveyStore {
  abstract neighbors(...given: Parameters<SurveyStore['neighbors']>): Promise<IndexedNeighbor[]>
  abstract copies(...given: Parameters<SurveyStore['copies']>): Promise<IndexedCopies | null>

  async indexed(key: AnswerKey): Promise<StoredAnswer[]> {
    const text = `SELECT * FROM answers WHERE ${analyses.isKey} ORDER BY no`
    const rows = await this.runner.rows<object>(text, analyses.storedKey(key))
    return rows.map((row) => ({ ...neighbor(row), indexHashes: answers.row(row).indexHashes }))
  }

  async nextGroup(workspace: string, surveyId: string, questionId: string): Promise<number> {
    const [row] = await this.runner.rows<{ last_group: number }>(
      `SELECT last_group FROM questions WHERE ${questions.isKey}`,
      questions.storedKey({ workspace, surveyId, questionId }),
    )
    return (row?.last_group ?? 0) + 1
  }

  async revision(workspace: string, surveyId: string): Promise<number> {
    const text = `SELECT revision FROM surveys WHERE ${surveys.isKey}`
    const key = surveys.storedKey({ workspace, surveyId })
    const [row] = await this.runner.rows<{ revision: number }>(text, key)
    return row?.revision ?? 0
  }

  save(
    analysis: AnalysisRow,
    indexed: readonly IndexedAnswer[],
    seen?: number,
    samples: readonly NewSample[] = [],
    endsVerdict = false,
    settle?: SettleDue,
  ): Promise<boolean> {
    return this.runner.transact(
      surveyWrites.saveAnalysis,
      analysis,
      indexed,
      seen ?? null,
      samples,
      endsVerdict,
      settle ?? null,
    )
  }

  async find(key: AnswerKey): Promise<AnalysisRow | null> {
    return first(await this.runner.rows<object>(FIND, analyses.storedKey(key)), analyses.row)
  }

  async byId(workspace: string, id: string): Promise<AnalysisRow | null> {
    const text = 'SELECT * FROM analyses WHERE workspace = :workspace AND id = :id'
    return first(await this.runner.rows<object>(text, { workspace, id: id.toWellFormed() }), analyses.row)
  }

  async history(row: AnalysisRow): Promise<AnalysisRow[]> {
    const text = `SELECT * FROM later_analyses WHERE ${analyses.isKey} ORDER BY analyzed_at`
    const later = await this.runner.rows<object>(text, analyses.storedKey(row))
    return [row, ...later.map((raw) => ({ ...row, ...laterAnalyses.row(raw) }))]
  }

  async latest(all: readonly AnalysisRow[]): Promise<AnalysisRow[]> {
    const found: AnalysisRow[] = []
    for (let at = 0; at < all.length; at += CHUNK) {
      const chunk = all.slice(at, at + CHUNK)
      const { names, params } = listed(
        'participant',
        chunk.map(({ participantId }) => participantId.toWellFormed()),
      )
      const later = await this.runner.rows<{ participant_id: string }>(
        `SELECT * FROM later_analyses WHERE ${surveys.isKey} AND participant_id IN (${names}) ORDER BY analyzed_at`,
        { ...surveys.storedKey(chunk[0] as AnalysisRow), ...params },
      )
      // The last one of a participant wins; only that one is decompressed.
      const last = new Map(later.map((raw) => [raw.participant_id, raw]))
      for (const row of chunk) {
        const raw = last.get(row.participantId)
        found.push(raw === undefined ? row : { ...row, ...laterAnalyses.row(raw) })
      }
    }
    return found
  }

  add(...given: Parameters<SurveyStore['add']>): Promise<boolean> {
    return this.runner.transact(surveyWrites.addAnalysis, ...given)
  }

  async setVerdict(key: AnswerKey, verdict: StoredVerdict | null): Promise<boolean> {
    const changed = await this.runner.run(
      `UPDATE analyses SET overridden = :overridden, decision = :decision WHERE ${analyses.isKey}`,
      verdicts.stored({
        ...key,
        ...(verdict !== null && {
          overridden: wellFormed(verdict),
          decision: VERDICTS.indexOf(verdict.verdict),
        }),
      }),
    )
    return changed === 1
  }

  async otherOnDevice(key: AnswerKey, deviceId: string): Promise<string | null> {
    // The first participant on a device is not a duplicate of later ones.
    const [row] = await this.runner.rows<{ participant_id: string }>(
      `SELECT participant_id FROM analyses
       WHERE ${surveys.isKey} AND device_id = :device AND participant_id <> :participant_id AND no < coalesce(
         (SELECT no FROM analyses WHERE ${analyses.isKey} AND device_id = :device), 9223372036854775807)
       ORDER BY no LIMIT 1`,
      { ...analyses.storedKey(key), device: deviceId.toWellFormed() },
    )
    return row?.participant_id ?? null
  }

  async questionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    since = 0,
  ): Promise<StoredStats | null> {
    const key = questions.storedKey({ workspace, surveyId, questionId })
    // One statement, so that no save comes between the two tables.
    const rows = await this.runner.rows<RawStats>(
      `SELECT saved_revision AS revision, stats_revision AS latest,
         CASE WHEN saved_revision > :since THEN stats END AS content
       FROM questions WHERE ${questions.isKey}
       UNION ALL
       SELECT revision, NULL, sample FROM question_samples WHERE ${questions.isKey} AND revision > :since`,
      { ...key, since },
    )
    const saved = rows.find(({ latest }) => latest !== null)
    if (!saved?.latest) return null
    const { workspace: owner, survey_id, question_id } = key
    const text = ({ content, revision }: RawStats) =>
      content && unseal(content, [String(owner), String(survey_id), String(question_id), revision]).toString()
    return {
      revision: saved.latest,
      since: Math.max(since, saved.revision),
      saved: saved.revision,
      value: text(saved),
      samples: rows
        .filter((row) => row !== saved)
        .sort((a, b) => a.revision - b.revision)
        .map((row) => text(row) ?? ''),
    }
  }

  saveQuestionStats(...given: Parameters<SurveyStore['saveQuestionStats']>): Promise<boolean> {
    return this.runner.transact(surveyWrites.saveQuestionStats, ...given)
  }

  claimKey(...given: Parameters<SurveyStore['claimKey']>): Promise<Uint8Array> {
    return this.runner.transact(surveyWrites.claimKey, ...given)
  }

  async saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): Promise<void> {
    await this.runner.run(
      `${devices.upsert} WHERE devices.at <= excluded.at`,
      devices.stored({ workspace, fingerprintId, sessionId, at }),
    )
  }

  async deviceSession(workspace: string, fingerprintId: string): Promise<string | null> {
    const [row] = await this.runner.rows<{ session_id: Uint8Array }>(
      `SELECT session_id FROM devices WHERE ${devices.isKey}`,
      devices.storedKey({ workspace, fingerprintId }),
    )
    return row ? unpackId(row.session_id) : null
  }

  erase(key: AnswerKey): Promise<boolean> {
    return this.runner.transact(surveyWrites.eraseAnalysis, key)
  }

  async surveys(workspace: string, limit: number): Promise<SurveySummary[]> {
    const rows = await this.runner.longRows<RawSummary>(
      `${SUMMARIES} WHERE workspace = :workspace GROUP BY survey_id ORDER BY last_at DESC, survey_id LIMIT :limit`,
      { workspace, limit },
    )
    return rows.map(surveySummary)
  }

  async summary(workspace: string, surveyId: string): Promise<SurveySummary | null> {
    const rows = await this.runner.longRows<RawSummary>(
      `${SUMMARIES} WHERE workspace = :workspace AND survey_id = :survey_id GROUP BY survey_id`,
      surveys.storedKey({ workspace, surveyId }),
    )
    return first(rows, surveySummary)
  }

  async numbered(workspace: string, surveyId: string): Promise<string[]> {
    // In the order of the key, `)` follows `(`.
    const rows = await this.runner.longRows<{ survey_id: string }>(
      `SELECT DISTINCT survey_id FROM analyses WHERE workspace = :workspace
       AND (survey_id = :plain OR survey_id >= :first AND survey_id < :end)`,
      { workspace, plain: surveyId, first: `${surveyId} (`, end: `${surveyId} )` },
    )
    return rows.map(({ survey_id }) => survey_id)
  }

  async participants(query: ParticipantQuery): Promise<AnalysisRow[]> {
    const { workspace, surveyId, limit, prefix = '', flagged, verdicts, reviewed, before } = query
    const conditions = [matching(['workspace', 'survey_id'])]
    const isWorst = query.order === 'worst'
    let order = `${isWorst ? 'rank DESC, ' : ''}analyzed_at DESC, participant_id`
    if (query.prefix !== undefined) {
      conditions.push('bucket = :bucket', 'participant_id >= :prefix', 'participant_id < :end')
      order = 'participant_id'
    } else if (before) {
      const isLater =
        '(analyzed_at < :analyzedAt OR (analyzed_at = :analyzedAt AND participant_id > :participantId))'
      if (isWorst) conditions.push('rank <= :rank', `(rank < :rank OR ${isLater})`)
      else conditions.push('analyzed_at <= :analyzedAt', isLater)
    }
    if (verdicts !== undefined)
      conditions.push(`${VERDICT} IN (${verdicts.map((one) => VERDICTS.indexOf(one)).join(', ')})`)
    if (reviewed !== undefined) conditions.push(`decision IS ${reviewed ? 'NOT ' : ''}NULL`)
    if (flagged !== undefined) conditions.push(`flagged = ${flagged ? 1 : 0}`)
    const rows = await this.runner.rows<object>(
      `SELECT * FROM analyses WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT :limit`,
      {
        ...surveys.storedKey({ workspace, surveyId }),
        ...(before && {
          rank: before.rank,
          analyzedAt: before.analyzedAt,
          participantId: before.participantId,
        }),
        prefix: prefix.toWellFormed(),
        end: `${prefix.toWellFormed()}${LAST_CHAR}`,
        limit,
      },
    )
    return rows.map(analyses.row)
  }

  async verdictCounts(workspace: string, surveyId: string): Promise<VerdictCount[]> {
    const rows = await this.runner.longRows<RawVerdictCount>(
      `SELECT ${VERDICT} AS verdict, CASE WHEN decision IS NULL THEN 0 ELSE 1 END AS reviewed, flagged, count(*) AS participants
       FROM analyses WHERE workspace = :workspace AND survey_id = :survey_id GROUP BY 1, 2, 3`,
      surveys.storedKey({ workspace, surveyId }),
    )
    return rows.map(({ verdict, reviewed, flagged, participants }) => ({
      verdict: VERDICTS[verdict] as Verdict,
      isReviewed: reviewed === 1,
      flagged: flagged === 1,
      participants,
    }))
  }

  clusters(workspace: string, surveyId: string, limit: number): Promise<AnswerCluster[]> {
    return this.runner.longRows<AnswerCluster>(
      `SELECT question_id AS "questionId", cluster AS "group", count(*) AS size FROM answers WHERE ${surveys.isKey}
       GROUP BY question_id, cluster HAVING count(*) > 1 ORDER BY size DESC, question_id, cluster LIMIT :limit`,
      { ...surveys.storedKey({ workspace, surveyId }), limit },
    )
  }

  clusterMembers(workspace: string, surveyId: string, questionId: string, group: number, limit: number) {
    return this.runner.longRows<{ readonly participantId: string; readonly addedAt: number }>(
      `SELECT participant_id AS "participantId", added_at AS "addedAt" FROM answers
       WHERE ${questions.isKey} AND cluster = :group ORDER BY no LIMIT :limit`,
      { ...questions.storedKey({ workspace, surveyId, questionId }), group, limit },
    )
  }

  async surveysOf(workspace: string, participantId: string): Promise<string[]> {
    const rows = await this.runner.rows<{ survey_id: string }>(
      `SELECT survey_id FROM analyses WHERE ${matching(['workspace', 'participant_id'])} ORDER BY survey_id`,
      { workspace, participant_id: participantId.toWellFormed() },
    )
    return rows.map(({ survey_id }) => survey_id)
  }

  participantsLike(workspace: string, prefix: string, limit: number): Promise<AnswerKey[]> {
    const first = prefix.toWellFormed()
    return this.runner.rows<AnswerKey>(
      `SELECT workspace, survey_id AS "surveyId", participant_id AS "participantId" FROM analyses
       WHERE workspace = :workspace AND participant_id >= :first AND participant_id < :end
       ORDER BY participant_id, survey_id LIMIT :limit`,
      { workspace, first, end: `${first}${LAST_CHAR}`, limit },
    )
  }

  async total(workspace: string): Promise<number> {
    const text = 'SELECT count(*) AS count FROM analyses WHERE workspace = :workspace'
    const [row] = await this.runner.longRows<{ count: number }>(text, { workspace })
    return Number(row?.count)
  }

  analyzedBefore(workspace: string, before: number, limit: number): Promise<AnswerKey[]> {
    return this.runner.rows<AnswerKey>(
      `SELECT workspace, survey_id AS "surveyId", participant_id AS "participantId" FROM analyses
       WHERE workspace = :workspace AND analyzed_at < :before ORDER BY analyzed_at LIMIT :limit`,
      { workspace, before, limit },
    )
  }

  async claimPending(limit: number, now: number, until: number): Promise<PendingAnalysis[]> {
    const first = await this.runner.claim<object>(FIRST_PENDING, { now }, limit, until)
    const later = await this.runner.claim<object>(LATER_PENDING, { now }, limit, until)
    return [
      ...first.map((raw) => ({ ...pending.row(raw), isFirst: true })),
      ...later.map((raw) => ({ ...pending.row(raw), isFirst: false })),
    ]
  }

  async markNotified({ isFirst, ...key }: PendingAnalysis): Promise<void> {
    const { name } = isFirst ? analyses : laterAnalyses
    const text = `UPDATE ${name} SET notified = 1 WHERE ${laterAnalyses.isKey}`
    await this.runner.run(text, laterAnalyses.storedKey(key))
  }
}

/** Columns of a verdict: the key and the verdict itself. */
const verdicts = analyses.without(
  'id',
  'version',
  'analyzedAt',
  'flagged',
  'rank',
  'request',
  'result',
  'deviceId',
)

export function neighbor(stored: object): IndexedNeighbor {
  const { participantId, questionId, addedAt, cluster, sketch } = neighbors.row(stored)
  return { participantId, questionId, addedAt, group: cluster, sketch }
}

function surveySummary(raw: RawSummary): SurveySummary {
  return {
    surveyId: raw.survey_id,
    participants: raw.participants,
    flagged: raw.flagged,
    firstAt: raw.first_at,
    lastAt: raw.last_at,
  }
}
