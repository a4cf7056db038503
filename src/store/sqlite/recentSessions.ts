import type { SessionState } from '../admission.ts'

/** Sessions that are likely to send another batch soon. About 1 kB each. */
const MAX_RECENT = 20_000

/** What the writer knows of a session without asking the database. It is the only one that changes sessions. */
export interface RecentSession {
  readonly no: number
  readonly packedId: Buffer
  /** Checksum of what never changes. */
  readonly identity: number
  readonly state: SessionState
  /** The state's tags as stored. */
  readonly tags: string
}

/** Holds the sessions last written, the longest unused leaving first. */
export class RecentSessions {
  readonly #sessions = new Map<string, RecentSession>()

  get(workspace: string, sessionId: string): RecentSession | undefined {
    return this.#sessions.get(key(workspace, sessionId))
  }

  set(workspace: string, sessionId: string, session: RecentSession): void {
    const name = key(workspace, sessionId)
    this.#sessions.delete(name)
    this.#sessions.set(name, session)
    if (this.#sessions.size > MAX_RECENT) {
      for (const oldest of this.#sessions.keys()) {
        this.#sessions.delete(oldest)
        break
      }
    }
  }

  delete(workspace: string, sessionId: string): void {
    this.#sessions.delete(key(workspace, sessionId))
  }

  clear(): void {
    this.#sessions.clear()
  }
}

function key(workspace: string, sessionId: string): string {
  return `${workspace.length} ${workspace}${sessionId}`
}
