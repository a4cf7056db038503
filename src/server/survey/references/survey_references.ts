/** Operations on reference answers: what chatbots answer to the questions of a survey. */
import type {
  ChatbotAnswers,
  QuestionReferencesView,
  ReferenceList,
  ReferencesRequest,
  SavedReferences,
} from '../../../contract/dashboard/survey_references.ts'
import { elementAt } from '../../../contract/element_at.ts'
import { ID_BYTES } from '../../../contract/limits.ts'
import type { StoredReferences } from '../../../store/references.ts'
import { keyText } from '../../../store/values/key_text.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { type Expect, expectAny, tagOf } from '../../http/if_match.ts'
import { ChatError } from '../chat.ts'
import type { SurveyPool } from '../check/pool.ts'
import type { Fault, ReferencesReply } from '../check/thread_protocol.ts'
import { isAnswered } from '../duplicates/find_duplicates.ts'
import { sketchAnswer } from '../request/answer_sketch.ts'
import { peerId, questionOfPeer } from '../request/peer_id.ts'
import type { AskChatbot } from './chatbot.ts'
import type { GivenReferences } from './read_references.ts'
import { readReferences, referenceId, writeReferences } from './references.ts'

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
  replace(actor: Actor, surveyId: string, given: ReferencesRequest, expect?: Expect): Promise<SavedReferences>
  /** Asks the configured model. Stores nothing. */
  ask(workspace: string, question: string): Promise<ChatbotAnswers>
  /** Returns the references that are left. */
  remove(
    actor: Actor,
    surveyId: string,
    question: { readonly question_id: string; readonly condition?: string },
    expect?: Expect,
  ): Promise<ReferenceList>
}

/** The participant who gave a reference answer. */
const NOBODY = ''

/** As much of a dropped text as one needs to recognize it. */
const DROPPED_CHARS = 100

/** The model takes about this long. */
const ASK_AGAIN_S = 10

export function openSurveyReferences(options: SurveyReferencesOptions): SurveyReferences {
  const { store, audit, pool, askChatbot, now, wake } = options
  /** Workspaces that wait for the model. */
  const asking = new Set<string>()

  /** An analysis that began in the millisecond of the change may have used the references before it. */
  async function analyzeAgain(actor: Actor, surveyId: string): Promise<void> {
    const request = { workspace: actor.workspace, surveyId: keyText(surveyId), requestedAt: now() + 1 }
    if (await store.analyzeAgain.restart(request)) wake()
    await audit(actor, { action: 'survey_references_changed', subject: surveyId })
  }

  /** A client that got no reply repeats its request. */
  async function isStored({ workspace, surveyId, questionId, version, value }: StoredReferences) {
    const stored = await store.references.list(workspace, surveyId)
    return stored.some(
      (held) => held.questionId === questionId && held.version === version && held.value === value,
    )
  }

  const prepare = (workspace: string, question: string, given: GivenReferences): Promise<ReferencesReply> => {
    const bytes = 'texts' in given ? given.texts.join().length : given.pasted.length
    return pool.use({ workspace, key: 'references', bytes }, (thread) => thread.references(question, given))
  }

  /** The version of a question that a client with `If-Match` has read; undefined: the question had none, or any is fine. */
  async function expectedVersion(
    workspace: string,
    surveyId: string,
    { question_id, condition }: Pick<ReferencesRequest, 'question_id' | 'condition'>,
    expect: Expect,
  ): Promise<number | undefined> {
    if (expect === expectAny) return undefined
    const { items } = await list(workspace, surveyId)
    expect(referencesTag({ items }))
    return items.find((held) => held.question_id === question_id && held.condition === condition)?.version
  }

  async function list(workspace: string, surveyId: string): Promise<ReferenceList> {
    return { items: (await store.references.list(workspace, keyText(surveyId))).map(viewOf), next: null }
  }

  return {
    list,
    async replace(actor, surveyId, given, expect = expectAny) {
      const { question_id, question, condition, references, pasted } = given
      if (Buffer.byteLength(surveyId) > ID_BYTES)
        throw invalid('surveyId', `must have at most ${ID_BYTES} bytes`)
      const expected = await expectedVersion(actor.workspace, surveyId, given, expect)
      const version = given.version ?? expected ?? 0
      const reply = await prepare(actor.workspace, question, givenReferences(references, pasted))
      if ('fault' in reply) throw rejected(reply)
      const key = { workspace: actor.workspace, surveyId: keyText(surveyId), participantId: NOBODY }
      const isParticipants = await Promise.all(
        reply.usable.map(({ text }) => {
          const sketch = sketchAnswer(question_id, text)
          return sketch !== undefined && isAnswered(sketch, { store: store.surveys, key })
        }),
      )
      const usable = reply.usable.filter((_, at) => !isParticipants[at])
      const dropped = [
        ...reply.dropped,
        ...reply.usable
          .filter((_, at) => isParticipants[at])
          .map((answer) => ({ ...answer, reason: 'is the answer of a participant' })),
      ].sort((a, b) => a.at - b.at)
      const [first] = dropped
      if (usable.length === 0 && first !== undefined) {
        throw invalid(pasted === undefined ? `/references/${first.at}` : '/pasted', first.reason)
      }
      const answers = usable.map(({ text, wording }) => ({ id: referenceId(text), text, wording }))
      const stored = {
        workspace: actor.workspace,
        surveyId: keyText(surveyId),
        questionId: keyText(peerId(question_id, condition)),
        version: version + 1,
        changedAt: now(),
        value: writeReferences({ question, ...(condition !== undefined && { condition }), answers }),
      }
      if (!(await store.references.save(stored)) && !(await isStored(stored)))
        throw new ApiError('concurrent_change')
      await analyzeAgain(actor, surveyId)
      return {
        ...viewOf(stored),
        usable: usable.length,
        of: usable.length + dropped.length,
        dropped: dropped.map(({ at, text, reason }) => ({
          reference: at,
          text: text.slice(0, DROPPED_CHARS),
          reason,
        })),
      }
    },
    async ask(workspace, question) {
      if (askChatbot === undefined) throw new ApiError('no_chatbot')
      if (asking.has(workspace)) throw new ApiError('rate_limited', { retryAfterS: ASK_AGAIN_S })
      asking.add(workspace)
      try {
        const reply = await prepare(workspace, question, { texts: [] })
        if ('fault' in reply) throw rejected(reply)
        const texts = await askChatbot(question)
        const replies = await Promise.all(
          texts.map((text) => prepare(workspace, question, { texts: [text] })),
        )
        const usable = texts.filter((_, at) => 'usable' in elementAt(replies, at))
        if (usable.length === 0) throw new ChatError('The model gave no usable answers.')
        return { references: usable }
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        throw new ApiError('chatbot_failed', { detail: `${error.message} Nothing was stored.` })
      } finally {
        asking.delete(workspace)
      }
    },
    async remove(actor, surveyId, question, expect = expectAny) {
      const stored = { workspace: actor.workspace, surveyId: keyText(surveyId) }
      const key = { ...stored, questionId: keyText(peerId(question.question_id, question.condition)) }
      const version = await expectedVersion(actor.workspace, surveyId, question, expect)
      if (!(await store.references.erase(key, version)))
        throw new ApiError(version === undefined ? 'not_found' : 'precondition_failed')
      await analyzeAgain(actor, surveyId)
      return list(actor.workspace, surveyId)
    },
  }
}

export const referencesTag = ({ items }: Pick<ReferenceList, 'items'>): string =>
  tagOf(
    items.map(({ question_id, condition = null, version, changed_at }) => [
      question_id,
      condition,
      version,
      changed_at,
    ]),
  )

function givenReferences(texts: readonly string[] | undefined, pasted: string | undefined): GivenReferences {
  if (texts !== undefined && pasted === undefined) return { texts }
  if (texts === undefined && pasted !== undefined) return { pasted }
  throw invalid('/references', 'is required, or `pasted` instead of it')
}

const rejected = ({ fault: { code, pointer, detail } }: { readonly fault: Fault }): ApiError =>
  new ApiError(code, { errors: [{ pointer, detail }] })

export function viewOf(stored: StoredReferences): QuestionReferencesView {
  const { question, condition, answers } = readReferences(stored)
  return {
    question_id: questionOfPeer(stored.questionId, condition),
    question,
    ...(condition !== undefined && { condition }),
    version: stored.version,
    changed_at: stored.changedAt,
    references: answers.map(({ id, text }) => ({ id, text })),
  }
}
