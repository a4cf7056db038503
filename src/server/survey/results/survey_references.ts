/** Operations on reference answers: what chatbots answer to the questions of a survey. */
import type {
  ChatbotAnswers,
  QuestionReferencesView,
  ReferenceList,
  ReferencesRequest,
} from '../../../contract/dashboard/survey_references.ts'
import { elementAt } from '../../../contract/element_at.ts'
import { ID_BYTES } from '../../../contract/limits.ts'
import { idOfKey, keyText } from '../../../store/key_text.ts'
import type { StoredReferences } from '../../../store/references.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { ChatError } from '../chat.ts'
import type { AskChatbot } from '../chatbot.ts'
import type { SurveyPool } from '../pool.ts'
import { readReferences, referenceId, writeReferences } from '../references.ts'
import type { Fault, ReferencesReply } from '../thread_protocol.ts'

export interface SurveyReferencesOptions extends AuditedOptions {
  readonly pool: Pick<SurveyPool, 'use'>
  /** Absent: the operator configured no model. */
  readonly askChatbot?: AskChatbot | undefined
  /** Participants are to be analyzed again. */
  wake(): void
}

export interface SurveyReferences {
  list(workspace: string, surveyId: string): Promise<ReferenceList>
  /** Replaces one version of the references of a question. A survey may get them before its first participant. */
  replace(actor: Actor, surveyId: string, given: ReferencesRequest): Promise<QuestionReferencesView>
  /** Asks the configured model. Stores nothing. */
  ask(workspace: string, question: string): Promise<ChatbotAnswers>
  /** Returns the references that are left. */
  remove(actor: Actor, surveyId: string, questionId: string): Promise<ReferenceList>
}

/** The model takes about this long. */
const ASK_AGAIN_S = 10

export function openSurveyReferences(options: SurveyReferencesOptions): SurveyReferences {
  const { store, audit, pool, askChatbot, now, wake } = options
  /** Workspaces that wait for the model. */
  const asking = new Set<string>()

  /** An analysis that began in the millisecond of the change may have used the references before it. */
  async function analyzeAgain(actor: Actor, surveyId: string): Promise<void> {
    const request = { workspace: actor.workspace, surveyId: keyText(surveyId), requestedAt: now() + 1 }
    if (await store.laterAnalyses.restartAgain(request)) wake()
    await audit(actor, { action: 'survey_references_changed', subject: surveyId })
  }

  /** A client that got no reply repeats its request. */
  async function isStored({ workspace, surveyId, questionId, version, value }: StoredReferences) {
    const stored = await store.references.list(workspace, surveyId)
    return stored.some(
      (held) => held.questionId === questionId && held.version === version && held.value === value,
    )
  }

  const prepare = (question: string, texts: readonly string[]): Promise<ReferencesReply> =>
    pool.use((thread) => thread.references(question, texts))

  async function list(workspace: string, surveyId: string): Promise<ReferenceList> {
    return { items: (await store.references.list(workspace, keyText(surveyId))).map(viewOf), next: null }
  }

  return {
    list,
    async replace(actor, surveyId, { question_id, question, version = 0, references }) {
      if (Buffer.byteLength(surveyId) > ID_BYTES)
        throw invalid('surveyId', `must have at most ${ID_BYTES} bytes`)
      const texts = [...new Set(references.map((text) => text.trim()))]
      const reply = await prepare(question, texts)
      if ('fault' in reply) throw rejected(reply, (pointer) => pointerIn(references, texts, pointer))
      const answers = texts.map((text, at) => ({
        id: referenceId(text),
        text,
        wording: elementAt(reply.wordings, at),
      }))
      const stored = {
        workspace: actor.workspace,
        surveyId: keyText(surveyId),
        questionId: keyText(question_id),
        version: version + 1,
        changedAt: now(),
        value: writeReferences({ question, answers }),
      }
      if (!(await store.references.save(stored)) && !(await isStored(stored)))
        throw new ApiError('concurrent_change')
      await analyzeAgain(actor, surveyId)
      return viewOf(stored)
    },
    async ask(workspace, question) {
      if (askChatbot === undefined) throw new ApiError('no_chatbot')
      if (asking.has(workspace)) throw new ApiError('rate_limited', { retryAfterS: ASK_AGAIN_S })
      asking.add(workspace)
      try {
        const reply = await prepare(question, [])
        if ('fault' in reply) throw rejected(reply)
        const texts = await askChatbot(question)
        const replies = await Promise.all(texts.map((text) => prepare(question, [text])))
        const usable = texts.filter((_, at) => 'wordings' in elementAt(replies, at))
        if (usable.length === 0) throw new ChatError('The model gave no usable answers.')
        return { references: usable }
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        throw new ApiError('chatbot_failed', { detail: `${error.message} Nothing was stored.` })
      } finally {
        asking.delete(workspace)
      }
    },
    async remove(actor, surveyId, questionId) {
      const key = { workspace: actor.workspace, surveyId: keyText(surveyId), questionId: keyText(questionId) }
      if (!(await store.references.erase(key))) throw new ApiError('not_found')
      await analyzeAgain(actor, surveyId)
      return list(actor.workspace, surveyId)
    },
  }
}

function rejected({ fault }: { readonly fault: Fault }, pointerOf = (pointer: string) => pointer): ApiError {
  return new ApiError(fault.code, { errors: [{ pointer: pointerOf(fault.pointer), detail: fault.detail }] })
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
