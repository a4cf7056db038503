/** Makes one backup after another and prints which ones failed. Runs as a separate process on a failing disk. */
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'

const [dataFolder, toFolder, count] = process.argv.slice(2) as [string, string, string]
const store = await openStore('', dataFolder, { beside: true })
for (let number = 1; number <= Number(count); number++) {
  const result = await store.backup(join(toFolder, String(number))).then(
    () => 'made',
    () => 'refused',
  )
  process.stdout.write(`${result} ${number}\n`)
}
await store.close()
