/** Mebibytes that the site may store. */
import { nav, round } from '../natives.ts'

export async function storageQuota() {
  const { quota } = (await nav.storage?.estimate()) ?? {}
  return quota && round(quota / 2 ** 20)
}
