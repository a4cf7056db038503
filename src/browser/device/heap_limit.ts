/** Mebibytes the engine may use: it follows the memory of the machine. Read along with the quota it is compared to. */
import { perf, round } from '../natives.ts'

export async function heapLimit() {
  const { jsHeapSizeLimit } = (perf as { memory?: { jsHeapSizeLimit: number } }).memory ?? {}
  return jsHeapSizeLimit && round(jsHeapSizeLimit / 2 ** 20)
}
