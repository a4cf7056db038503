/** Dates in workbooks are numbers of days with a date format. */

const DAY_MS = 86_400_000
/** Day 0 of the two date systems. Excel counts a 29 February 1900, so that serials before 61 are one day off. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const LAST_SERIAL = 2_958_465

/** Ids of the built-in formats that show a date or a time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || id === 45 || id === 47

/** Whether a format code shows a date or a time of day. Elapsed time, such as `[h]:mm`, is a number. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id)
  if (/\[(h+|m+|s+)\]/i.test(code)) return false
  const bare = code.replace(/"[^"]*"?|\\.|\[[^\]]*\]?|_./g, '').replace(/general/gi, '')
  return /[ymdhs]/i.test(bare)
}

/** `2025-03-25`, `2025-03-25 14:30:00` or `14:30:00`. Null: not a date that Excel could show. */
export function dateText(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return null
  const offset = !is1904 && serial >= 1 && serial < 60 ? 1 : 0
  const ms = Math.round((serial + offset) * 86_400) * 1000
  const text = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + ms).toISOString()
  const [date, time] = [text.slice(0, 10), text.slice(11, 19)]
  if (serial < 1 && !is1904) return time
  return ms % DAY_MS === 0 ? date : `${date} ${time}`
}
