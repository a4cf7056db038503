/** Private windows of some browsers refuse a file system. Asked only along with a fingerprint, because it makes a folder. */
import { nav } from '../natives.ts'

export async function fileSystem() {
  try {
    return !!(await nav.storage.getDirectory())
  } catch (error) {
    return `${(error as Error).name}`
  }
}
