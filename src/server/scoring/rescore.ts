/** Rebuilds outdated reports of all sessions, page by page. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

const PAGE = 200

export interface RescoreProgress {
  readonly total: number
  readonly seen: number
  /** Outdated reports that were rebuilt. */
  readonly renewed: number
  readonly failed: number
}

/** `refresh` returns whether a report was rebuilt. Failures are counted, and the rest continues. */
export async function rescoreAll(
  store: Store,
  refresh: (key: SessionKey) => Promise<boolean>,
  onProgress: (progress: RescoreProgress) => void,
): Promise<RescoreProgress> {
  let progress: RescoreProgress = { total: await store.sessions.count(), seen: 0, renewed: 0, failed: 0 }
  onProgress(progress)
  for (let after: SessionKey | undefined; ; ) {
    const page = await store.sessions.page(PAGE, after)
    for (const key of page) {
      const result = await refresh(key).then(
        (renewed) => ({ renewed: renewed ? 1 : 0, failed: 0 }),
        () => ({ renewed: 0, failed: 1 }),
      )
      progress = {
        total: Math.max(progress.total, progress.seen + 1),
        seen: progress.seen + 1,
        renewed: progress.renewed + result.renewed,
        failed: progress.failed + result.failed,
      }
      onProgress(progress)
    }
    after = page.at(-1)
    if (page.length < PAGE) return progress
  }
}
