/** The key of each workspace that seals its results. A workspace can replace its key; earlier results then end. */
import { randomBytes } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../workspace/settings_cache.ts'

const KEY_BYTES = 32
const MAX_KEYS = 1_000

/** The number of the key in use, from 1. */
export const resultKeyNumber = ({ result_key }: WorkspaceSettings): number =>
  typeof result_key === 'number' && Number.isSafeInteger(result_key) && result_key > 0 ? result_key : 1

/** Created on first use. Operators see it as hex text. */
export function storedResultKey(keys: KeyStore, workspace: string, number: number): Promise<Uint8Array> {
  return keys.secret(`result-${number}-${workspace}`, randomBytes(KEY_BYTES))
}

export interface ResultKeys {
  of(workspace: string): Promise<Uint8Array>
}

export function openResultKeys(keys: KeyStore): ResultKeys {
  const settings = openWorkspaceSettings(keys)
  const known = new Map<string, Uint8Array>()
  return {
    async of(workspace) {
      const number = resultKeyNumber(await settings.of(workspace))
      const name = `${number} ${workspace}`
      const before = known.get(name)
      if (before !== undefined) return before
      const key = await storedResultKey(keys, workspace, number)
      if (known.size >= MAX_KEYS) known.delete(known.keys().next().value as string)
      known.set(name, key)
      return key
    },
  }
}
