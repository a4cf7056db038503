/** Labels several sessions, a few at a time. Returns a function that restores the labels before. */
import type { LabelRequest } from '../../contract/dashboard/session_view.ts'
import { setLabel } from './set_label.ts'

const AT_ONCE = 4

export async function labelMany(
  ids: readonly string[],
  request: LabelRequest | null,
): Promise<() => Promise<void>> {
  const restore = new Map<string, LabelRequest | null>()
  await inParts(ids, async (id) => {
    const { previous } = await setLabel(id, request)
    restore.set(id, previous && { label: previous.label, note: previous.note })
  })
  return () => inParts([...restore.keys()], async (id) => void (await setLabel(id, restore.get(id) ?? null)))
}

async function inParts(ids: readonly string[], run: (id: string) => Promise<void>): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE) await Promise.all(ids.slice(i, i + AT_ONCE).map(run))
}
