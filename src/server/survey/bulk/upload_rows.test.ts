import { describe, expect, it } from 'vitest'
import { newWorkbook } from '../../../../test/samples/new_workbook.ts'
import type { Store } from '../../../store/store.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { eraseUploadRows, findUploadRows, runningUploadsWith } from './upload_rows.ts'

const ROWS = [
  ['ResponseId', 'Why?', 'Balance'],
  ['R_1', 'Weil es schön ist', '-5'],
  ['R_2', '- because "it" is so', '=1+1'],
]
const text = ROWS.map((row) => row.join('\t')).join('\n')

function storeOf(name: string, state: UploadRow['state'], bytes: Buffer, options = '{}') {
  const upload = { id: 'u', workspace: 'w', name, state, options } as UploadRow
  const file = { current: bytes as Uint8Array }
  const uploads = {
    list: async () => [upload],
    input: async () => (state === 'running' ? file.current : null),
    result: async () => (state === 'done' ? file.current : null),
    replaceResult: async (_workspace: string, _id: string, given: Uint8Array) => {
      file.current = given
      return true
    },
  }
  return { store: { uploads } as unknown as Store, file }
}

const wanted = (participantId: string, surveyId?: string) => ({ participantId, surveyId })

describe('the rows of a participant', () => {
  it.each([
    ['UTF-16', 'a.csv', Buffer.from(`\uFEFF${text}`, 'utf16le'), '{}'],
    ['Windows-1252', 'a.csv', Buffer.from(text, 'latin1'), '{}'],
    ['a chosen encoding', 'a.csv', Buffer.from(text, 'latin1'), '{"encoding":"windows-1252"}'],
    ['a workbook', 'a.xlsx', newWorkbook({ name: 'Data', rows: ROWS }), '{}'],
    ['NDJSON', 'a.ndjson', Buffer.from('{"ResponseId":"R_2","why":"because"}\n'), '{}'],
  ])('are found in a running upload of %s', async (_, name, bytes, options) => {
    const { store } = storeOf(name, 'running', bytes, options)
    expect(await runningUploadsWith(store, 'w', wanted('R_2', 'a'))).toHaveLength(1)
    expect(await runningUploadsWith(store, 'w', wanted('R_2', 'b'))).toEqual([])
    expect(await runningUploadsWith(store, 'w', wanted('R_3'))).toEqual([])
  })

  it('are not in an upload that cannot be read', async () => {
    const { store } = storeOf('a.xlsx', 'running', Buffer.from('R_2'))
    expect(await runningUploadsWith(store, 'w', wanted('R_2'))).toEqual([])
  })

  it('may be in an upload that exceeds the limits, as long as its job runs', {
    timeout: 120_000,
  }, async () => {
    const bytes = Buffer.from(`{"ResponseId":"R_1","a":[${'{},'.repeat(4_000_000)}1]}\n`)
    expect(
      await runningUploadsWith(storeOf('a.ndjson', 'running', bytes).store, 'w', wanted('R_2')),
    ).toHaveLength(1)
    expect(await runningUploadsWith(storeOf('a.ndjson', 'failed', bytes).store, 'w', wanted('R_2'))).toEqual(
      [],
    )
  })

  const RESULT =
    '\uFEFFResponseId,Why?,Balance,byhand_flagged\r\nR_1,"a ""b""",-5,true\r\n\'=R,x,=1+1,false\r\n'

  it('are found in a result', async () => {
    const { store } = storeOf('a.xlsx', 'done', Buffer.from(RESULT))
    expect((await findUploadRows(store, 'w', wanted('R_1'))).map(({ cells }) => cells)).toEqual([
      { ResponseId: 'R_1', 'Why?': 'a "b"', Balance: '-5', byhand_flagged: 'true' },
    ])
  })

  it('are erased, and the other rows stay as they are', async () => {
    const { store, file } = storeOf('a.csv', 'done', Buffer.from(RESULT))
    expect(await eraseUploadRows(store, 'w', wanted('R_1'))).toBe(1)
    expect(Buffer.from(file.current).toString()).toBe(
      "\uFEFFResponseId,Why?,Balance,byhand_flagged\r\n,,,\r\n'=R,x,=1+1,false\r\n",
    )
    expect(await eraseUploadRows(store, 'w', wanted('R_9'))).toBe(0)
  })
})
