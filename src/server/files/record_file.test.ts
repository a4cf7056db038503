import { expect, it } from 'vitest'
import { openMemoryBytes } from './bytes.ts'
import { openRecordFile } from './record_file.ts'

it.each(['[{"id": 1, "why": "a, b"}]', '{\n"id": 1\n}'])('says how to name a JSON file: %s', async (text) => {
  await expect(openRecordFile(openMemoryBytes('answers.JSON', Buffer.from(text)))).rejects.toThrow(
    'answers.JSON is JSON. Write one object per line',
  )
})
