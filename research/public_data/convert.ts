/** Converts recordings of people, as their authors published them, to the sessions that the fits read. */

export type Event = readonly (string | number | null)[]

export interface Session {
  readonly source: string
  readonly person: string
  readonly session: string
  readonly kind: 'human'
  readonly events: readonly Event[]
  readonly [further: string]: unknown
}

/** `texts`: the files of one session, in the order of the manifest. */
export type Convert = (path: string, texts: readonly string[]) => Session

export const CONVERTERS: Readonly<Record<string, Convert>> = {
  humanmovemouse,
  sapimouse,
  wafer_recordings: waferRecordings,
  klicke,
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '')
const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '')
const tenths = (value: number): number => Math.round(value * 10) / 10

/** `x_coordinate,y_coordinate,time_interval_seconds`: one movement of one person. */
function humanmovemouse(path: string, [text = '']: readonly string[]): Session {
  let seconds = 0
  const events = linesOf(text)
    .slice(1)
    .map((line): Event => {
      const [x, y, interval] = line.split(',').map(Number) as [number, number, number]
      seconds += interval
      return [tenths(seconds * 1000), 'mm', x, y]
    })
  return { source: 'humanmovemouse', person: 'maintainer', session: nameOf(path), kind: 'human', events }
}

const SAPIMOUSE_TYPES: Readonly<Record<string, string>> = {
  Move: 'mm',
  Drag: 'mm',
  Pressed: 'md',
  Released: 'mu',
}
const SAPIMOUSE_BUTTONS: Readonly<Record<string, number>> = { Left: 0, Right: 2 }

/** `client timestamp,button,state,x,y`. */
function sapimouse(path: string, [text = '']: readonly string[]): Session {
  const [user = '', file = ''] = path.split('/').slice(-2)
  const events: Event[] = []
  let startMs: number | undefined
  for (const line of linesOf(text).slice(1)) {
    const [at = '', button = '', state = '', x, y] = line.split(',')
    const type = SAPIMOUSE_TYPES[state]
    if (type === undefined) continue
    startMs ??= Number(at)
    const place = [Number(at) - startMs, type, Number(x), Number(y)]
    events.push(type === 'mm' ? place : [...place, SAPIMOUSE_BUTTONS[button] ?? 0])
  }
  return {
    source: 'sapimouse',
    person: user.replace('user', 'u'),
    session: nameOf(file),
    kind: 'human',
    events,
  }
}

/** A line of properties, then times in seconds with positions from the start, or as shares of the way. */
function waferRecordings(path: string, [text = '']: readonly string[]): Session {
  const [head = '', columns = '', ...rows] = linesOf(text)
  const cols = columns.split(',')
  const events = rows.map((row): Event => {
    const [seconds, x, y, scroll = 0] = row.split(',').map(Number) as [number, number, number, number?]
    const at = Math.round(seconds * 1000)
    return scroll === 0 ? [at, 'mm', x, y] : [at, 'wh', x, y, 0, scroll]
  })
  return {
    source: 'wafer_recordings',
    person: 'maintainer',
    session: path.split('/').slice(-2).join('/').replace('.csv', ''),
    kind: 'human',
    meta: Object.fromEntries(
      head
        .slice(2)
        .split(' ')
        .map((part) => part.split('=')),
    ),
    cols,
    events,
  }
}

const CLICKS: Readonly<Record<string, number>> = { Leftclick: 0, Middleclick: 1, Rightclick: 2 }
const EDITS: Readonly<Record<string, string>> = { Input: '+', 'Remove/Cut': '-', Paste: 'p', Replace: 'r' }

/** Of events at the same time. */
const ORDER: Readonly<Record<string, number>> = { kd: 0, md: 0, ed: 1, ku: 2, mu: 2 }
const orderOf = ([, type]: Event): number => ORDER[String(type)] as number

/** One row per key or click, with its edit; and the essay. */
function klicke(path: string, [table = '', essay = '']: readonly string[]): Session {
  const [columns = [], ...rows] = cellsOf(table)
  const cell = (row: readonly string[], name: string): string => row[columns.indexOf(name)] ?? ''
  const events = rows.flatMap((row): Event[] => {
    const [down, up] = [Number(cell(row, 'DownTime')), Number(cell(row, 'UpTime'))]
    const key = cell(row, 'DownEvent')
    const activity = cell(row, 'Activity')
    const change = cell(row, 'TextChange')
    const edit: Event[] =
      activity === 'Nonproduction' || change === 'NoChange'
        ? []
        : [[down, 'ed', EDITS[activity] ?? activity, change, Number(cell(row, 'Cursorposition'))]]
    const click = CLICKS[key]
    return click === undefined
      ? [[down, 'kd', key], ...edit, [up, 'ku', key]]
      : [[down, 'md', null, null, click], ...edit, [up, 'mu', null, null, click]]
  })
  events.sort((a, b) => Number(a[0]) - Number(b[0]) || orderOf(a) - orderOf(b))
  const person = nameOf(path)
  return { source: 'klicke', person, session: person, kind: 'human', final: essay, events }
}

/** The cells of a CSV file with doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}
