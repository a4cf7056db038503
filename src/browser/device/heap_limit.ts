/** Mebibytes the engine may use, which depends on the memory of the machine. Read together with the quota. */
import { perf, round } from '../natives.ts'

export async function heapLimit() {
  const { jsHeapSizeLimit } = (perf as { memory?: { jsHeapSizeLimit: number } }).memory ?? {}
  return jsHeapSizeLimit && round(jsHeapSizeLimit / 2 ** 20)
}
