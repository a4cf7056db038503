import type { Database } from 'better-sqlite3'
import { bandKeys, CROWDED_BAND } from '../bands.ts'
import { unpackId } from '../packed_id.ts'
import { analysisRow, neighbor, type RawAnalysis, type RawAnswer } from '../rows/survey.ts'
import { surveySummary } from '../rows/survey_summary.ts'
import type {
  AnalysisRow,
  AnswerCluster,
  AnswerKey,
  IndexedAnswer,
  IndexedCopies,
  IndexedNeighbor,
  NewSample,
  ParticipantQuery,
  StoredStats,
  StoredVerdict,
  SurveyStore,
  SurveySummary,
} from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import { questionStatsReader } from './question_stats.ts'
import { reading } from './reading.ts'
import { surveyLists } from './survey_lists.ts'
import type { WriteQueue } from './write_queue.ts'

type PlacedAnswer = RawAnswer & { workspace: string; survey_id: string; participant_id: string }

export class SqliteSurveys implements SurveyStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>
  readonly #lists: ReturnType<typeof surveyLists>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
    this.#lists = surveyLists(db)
  }

  async neighbors(
    key: AnswerKey,
    questionId: string,
    bands: readonly bigint[],
    limit: number,
    most: number = Number.MAX_SAFE_INTEGER,
  ): Promise<IndexedNeighbor[]> {
    const { workspace, surveyId, participantId } = wellFormed(key)
    const question = questionId.toWellFormed()
    return reading(() => {
      const own = this.#statements.own.get(workspace, surveyId, participantId, question)
      /** Shared bands per answer; a crowded band counts half. */
      const candidates = new Map<number, number>()
      for (const band of bandKeys({ workspace, surveyId, questionId: question }, bands)) {
        // Two more than the limit: one may be the participant's own answer, and one more makes the band crowded.
        const others = this.#statements.inBand.all(band, limit + 2).filter((no) => no !== own)
        const worth = others.length > limit ? CROWDED_BAND : 1
        for (const no of others.slice(0, limit)) candidates.set(no, (candidates.get(no) ?? 0) + worth)
      }
      const found: IndexedNeighbor[] = []
      const likely = [...candidates].filter(([, shared]) => shared >= 1 || candidates.size <= most)
      const nearest = likely.sort(([a, m], [b, n]) => n - m || a - b).slice(0, most)
      for (const [no] of nearest.sort(([a], [b]) => a - b)) {
        const raw = this.#statements.answer.get(no)
        if (!raw || raw.workspace !== workspace || raw.survey_id !== surveyId) continue
        if (raw.question_id === question) found.push(neighbor(raw))
      }
      return found
    })
  }

  async copies(
    key: AnswerKey,
    questionId: string,
    band: bigint,
    limit: number,
  ): Promise<IndexedCopies | null> {
    const { workspace, surveyId, participantId } = wellFormed(key)
    const question = questionId.toWellFormed()
    return reading(() => {
      const own = this.#statements.own.get(workspace, surveyId, participantId, question)
      const [bandKey] = bandKeys({ workspace, surveyId, questionId: question }, [band]) as [bigint]
      const copies = this.#statements.inBand
        .all(bandKey, limit + 1)
        .filter((no) => no !== own)
        .slice(0, limit)
      for (const no of copies) {
        const raw = this.#statements.answer.get(no)
        if (!raw || raw.workspace !== workspace || raw.survey_id !== surveyId) continue
        if (raw.question_id === question) return { oldest: neighbor(raw), count: copies.length }
      }
      return null
    })
  }

  async indexed(key: AnswerKey): Promise<IndexedNeighbor[]> {
    const { workspace, surveyId, participantId } = wellFormed(key)
    return reading(() => this.#statements.indexed.all(workspace, surveyId, participantId).map(neighbor))
  }

  async nextGroup(workspace: string, surveyId: string, questionId: string): Promise<number> {
    return reading(() => {
      const last = this.#statements.lastGroup.get(
        workspace,
        surveyId.toWellFormed(),
        questionId.toWellFormed(),
      )
      return (last ?? 0) + 1
    })
  }

  async revision(workspace: string, surveyId: string): Promise<number> {
    return reading(() => this.#statements.revision.get(workspace, surveyId.toWellFormed()) ?? 0)
  }

  save(
    analysis: AnalysisRow,
    answers: readonly IndexedAnswer[],
    seen?: number,
    samples: readonly NewSample[] = [],
  ): Promise<boolean> {
    const bytes = [analysis.request, analysis.result, ...samples.map(({ sample }) => sample)].reduce(
      (sum, text) => sum + text.length,
      0,
    )
    return this.#queue.write(
      bytes,
      'saveAnalysis',
      wellFormed(analysis),
      answers.map(wellFormed),
      seen,
      samples.map(wellFormed),
    )
  }

  async find(key: AnswerKey): Promise<AnalysisRow | null> {
    const { workspace, surveyId, participantId } = wellFormed(key)
    return reading(() => {
      const raw = this.#statements.find.get(workspace, surveyId, participantId)
      return raw ? analysisRow(raw) : null
    })
  }

  setVerdict(key: AnswerKey, verdict: StoredVerdict | null): Promise<boolean> {
    return this.#queue.write(0, 'setVerdict', wellFormed(key), verdict && wellFormed(verdict))
  }

  async byId(workspace: string, id: string): Promise<AnalysisRow | null> {
    return reading(() => {
      const raw = this.#statements.byId.get(workspace, id.toWellFormed())
      return raw ? analysisRow(raw) : null
    })
  }

  async otherOnDevice(key: AnswerKey, deviceId: string): Promise<string | null> {
    const { workspace, surveyId, participantId } = wellFormed(key)
    const place = { workspace, surveyId, participantId, deviceId: deviceId.toWellFormed() }
    return reading(() => this.#statements.onDevice.get(place) ?? null)
  }

  async questionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    since = 0,
  ): Promise<StoredStats | null> {
    return reading(() => this.#statements.stats(workspace, surveyId, questionId, since))
  }

  saveQuestionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    value: string,
    revision: number,
  ): Promise<boolean> {
    const [survey, question] = [surveyId.toWellFormed(), questionId.toWellFormed()]
    return this.#queue.write(value.length, 'saveQuestionStats', workspace, survey, question, value, revision)
  }

  claimKey(
    workspace: string,
    key: string,
    digest: Uint8Array,
    at: number,
    notBefore: number,
  ): Promise<Uint8Array> {
    return this.#queue.write(0, 'claimKey', workspace, key.toWellFormed(), digest, at, notBefore)
  }

  saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): Promise<void> {
    return this.#queue.write(0, 'saveDevice', workspace, fingerprintId.toWellFormed(), sessionId, at)
  }

  async deviceSession(workspace: string, fingerprintId: string): Promise<string | null> {
    return reading(() => {
      const packed = this.#statements.device.get(workspace, fingerprintId.toWellFormed())
      return packed ? unpackId(packed) : null
    })
  }

  async surveys(workspace: string, limit: number): Promise<SurveySummary[]> {
    return reading(() => this.#lists.surveys.all(workspace, limit).map(surveySummary))
  }

  async summary(workspace: string, surveyId: string): Promise<SurveySummary | null> {
    return reading(() => {
      const raw = this.#lists.summary.get(workspace, surveyId.toWellFormed())
      return raw ? surveySummary(raw) : null
    })
  }

  async participants(query: ParticipantQuery): Promise<AnalysisRow[]> {
    return reading(() => this.#lists.participants(query).map(analysisRow))
  }

  async clusters(workspace: string, surveyId: string, limit: number): Promise<AnswerCluster[]> {
    return reading(() => this.#lists.clusters.all(workspace, surveyId.toWellFormed(), limit))
  }

  async clusterMembers(
    workspace: string,
    surveyId: string,
    questionId: string,
    group: number,
    limit: number,
  ) {
    const place = [workspace, surveyId.toWellFormed(), questionId.toWellFormed()] as const
    return reading(() => this.#lists.members.all(...place, group, limit))
  }

  async surveysOf(workspace: string, participantId: string): Promise<string[]> {
    return reading(() => this.#lists.surveysOf.all(workspace, participantId.toWellFormed()))
  }

  async analyzedBefore(workspace: string, before: number, limit: number): Promise<AnswerKey[]> {
    return reading(() => this.#lists.analyzedBefore.all(workspace, before, limit))
  }

  claimPending(limit: number, now: number, until: number): Promise<AnalysisRow[]> {
    return this.#queue.write(0, 'claimPendingAnalyses', limit, now, until)
  }

  markNotified(workspace: string, id: string, analyzedAt: number): Promise<void> {
    return this.#queue.write(0, 'analysisNotified', workspace, id, analyzedAt)
  }

  erase(key: AnswerKey): Promise<boolean> {
    return this.#queue.write(0, 'eraseAnalysis', wellFormed(key))
  }
}

function prepare(db: Database) {
  const answer = `SELECT a.workspace, a.survey_id, a.participant_id, w.question_id, w.added_at, w.cluster, w.bands,
    w.sketch, w.checksum FROM answers w JOIN analyses a ON a.no = w.analysis`
  return {
    inBand: db
      .prepare<[bigint, number], number>('SELECT answer FROM bands WHERE band = ? ORDER BY answer LIMIT ?')
      .pluck(),
    own: db
      .prepare<[string, string, string, string], number>(`
        SELECT w.no FROM analyses a JOIN answers w ON w.analysis = a.no
        WHERE a.workspace = ? AND a.survey_id = ? AND a.participant_id = ? AND w.question_id = ?`)
      .pluck(),
    lastGroup: db
      .prepare<[string, string, string], number>(
        'SELECT last_group FROM questions WHERE workspace = ? AND survey_id = ? AND question_id = ?',
      )
      .pluck(),
    revision: db
      .prepare<[string, string], number>('SELECT revision FROM surveys WHERE workspace = ? AND survey_id = ?')
      .pluck(),
    device: db
      .prepare<[string, string], Buffer>(
        'SELECT session_id FROM devices WHERE workspace = ? AND fingerprint_id = ?',
      )
      .pluck(),
    answer: db.prepare<[number], PlacedAnswer>(`${answer} WHERE w.no = ?`),
    indexed: db.prepare<[string, string, string], PlacedAnswer>(
      `${answer} WHERE a.workspace = ? AND a.survey_id = ? AND a.participant_id = ? ORDER BY w.no`,
    ),
    find: db.prepare<[string, string, string], RawAnalysis>(
      'SELECT * FROM analyses WHERE workspace = ? AND survey_id = ? AND participant_id = ?',
    ),
    byId: db.prepare<[string, string], RawAnalysis>('SELECT * FROM analyses WHERE workspace = ? AND id = ?'),
    // The first participant on a device is not a duplicate of later ones.
    onDevice: db
      .prepare<[AnswerKey & { deviceId: string }], string>(`
        SELECT participant_id FROM analyses
        WHERE workspace = @workspace AND survey_id = @surveyId AND device_id = @deviceId AND participant_id <> @participantId
          AND no < coalesce((SELECT no FROM analyses
            WHERE workspace = @workspace AND survey_id = @surveyId AND participant_id = @participantId AND device_id = @deviceId), 9223372036854775807)
        ORDER BY no LIMIT 1`)
      .pluck(),
    stats: questionStatsReader(db),
  }
}
