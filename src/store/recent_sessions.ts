/** About 1 kB each. */
const MAX_RECENT = 20_000

/** LRU cache of sessions that will probably send another batch soon. The caller clears it when it may be outdated. */
export class RecentSessions<Known> {
  readonly #sessions = new Map<string, Known>()

  get(workspace: string, sessionId: string): Known | undefined {
    return this.#sessions.get(nameOf(workspace, sessionId))
  }

  set(workspace: string, sessionId: string, known: Known): void {
    const name = nameOf(workspace, sessionId)
    this.#sessions.delete(name)
    this.#sessions.set(name, known)
    if (this.#sessions.size <= MAX_RECENT) return
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined) this.#sessions.delete(oldest)
  }

  delete(workspace: string, sessionId: string): void {
    this.#sessions.delete(nameOf(workspace, sessionId))
  }

  clear(): void {
    this.#sessions.clear()
  }
}

function nameOf(workspace: string, sessionId: string): string {
  return `${workspace.length} ${workspace}${sessionId}`
}
