/** Operations on reference answers: what chatbots answer to the questions of a survey. */
import type {
  QuestionReferencesView,
  ReferenceList,
  ReferencesRequest,
} from '../../../contract/dashboard/survey_references.ts'
import { ID_BYTES } from '../../../contract/limits.ts'
import type { StoredReferences } from '../../../store/references.ts'
import type { Store } from '../../../store/store.ts'
import type { Actor, Audit } from '../../base/audit_log.ts'
import { idOfKey, keyText } from '../../base/key_text.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import type { SurveyPool } from '../pool.ts'
import { readReferences, referenceId, writeReferences } from '../references.ts'

export interface SurveyReferencesOptions {
  readonly store: Store
  readonly audit: Audit
  readonly pool: Pick<SurveyPool, 'use'>
  now(): number
  /** Participants are to be analyzed again. */
  wake(): void
}

export interface SurveyReferences {
  list(workspace: string, surveyId: string): Promise<ReferenceList>
  /** Replaces the references of a question. A survey may get references before its first participant. */
  replace(actor: Actor, surveyId: string, given: ReferencesRequest): Promise<QuestionReferencesView>
  /** Returns the references that are left. */
  remove(actor: Actor, surveyId: string, questionId: string): Promise<ReferenceList>
}

/** An attempt fails only when another change was stored. */
const ATTEMPTS = 8

export function openSurveyReferences(options: SurveyReferencesOptions): SurveyReferences {
  const { store, audit, pool, now, wake } = options

  /** An analysis that began in the millisecond of the change may have used the references before it. */
  async function analyzeAgain(actor: Actor, surveyId: string): Promise<void> {
    const request = { workspace: actor.workspace, surveyId: keyText(surveyId), requestedAt: now() + 1 }
    if (await store.laterAnalyses.restartAgain(request)) wake()
    await audit(actor, { action: 'survey_references_changed', subject: surveyId })
  }

  async function save(actor: Actor, surveyId: string, questionId: string, value: string) {
    const key = { workspace: actor.workspace, surveyId: keyText(surveyId), questionId: keyText(questionId) }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await store.references.list(key.workspace, key.surveyId)
      const before = stored.find((one) => one.questionId === key.questionId)
      const next = { ...key, version: (before?.version ?? 0) + 1, changedAt: now(), value }
      if (await store.references.save(next)) return next
    }
    throw new ApiError('overloaded', { retryAfterS: 1 })
  }

  async function list(workspace: string, surveyId: string): Promise<ReferenceList> {
    return { items: (await store.references.list(workspace, keyText(surveyId))).map(viewOf), next: null }
  }

  return {
    list,
    async replace(actor, surveyId, { question_id, question, references }) {
      if (Buffer.byteLength(surveyId) > ID_BYTES)
        throw invalid('surveyId', `must have at most ${ID_BYTES} bytes`)
      const texts = [...new Set(references.map((text) => text.trim()))]
      const reply = await pool.use((thread) => thread.references(question, texts))
      if ('fault' in reply) {
        const { code, pointer, detail } = reply.fault
        throw new ApiError(code, { errors: [{ pointer: pointerIn(references, texts, pointer), detail }] })
      }
      const answers = texts.map((text, at) => ({
        id: referenceId(text),
        text,
        wording: reply.wordings[at] as string,
      }))
      const stored = await save(actor, surveyId, question_id, writeReferences({ question, answers }))
      await analyzeAgain(actor, surveyId)
      return viewOf(stored)
    },
    async remove(actor, surveyId, questionId) {
      const key = { workspace: actor.workspace, surveyId: keyText(surveyId), questionId: keyText(questionId) }
      if (!(await store.references.erase(key))) throw new ApiError('not_found')
      await analyzeAgain(actor, surveyId)
      return list(actor.workspace, surveyId)
    },
  }
}

/** The thread sees each text once, so it counts other positions than the request. */
function pointerIn(given: readonly string[], texts: readonly string[], pointer: string): string {
  const [, at] = /^\/references\/(\d+)$/.exec(pointer) ?? []
  if (at === undefined) return pointer
  return `/references/${given.findIndex((text) => text.trim() === texts[Number(at)])}`
}

export function viewOf(stored: StoredReferences): QuestionReferencesView {
  const { question, answers } = readReferences(stored)
  return {
    question_id: idOfKey(stored.questionId),
    question,
    version: stored.version,
    changed_at: stored.changedAt,
    references: answers.map(({ id, text }) => ({ id, text })),
  }
}
