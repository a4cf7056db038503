/** Private windows of some browsers have no file system. Read only with a fingerprint, because it creates a folder. */
import { nav } from '../natives.ts'

export async function fileSystem() {
  try {
    return !!(await nav.storage.getDirectory())
  } catch (error) {
    return `${(error as Error).name}`
  }
}
