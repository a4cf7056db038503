/** Makes one backup after the other, and says which were refused. Runs as a process of its own, on a disk that fails. */
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'

const [dataFolder, toFolder, count] = process.argv.slice(2) as [string, string, string]
const store = await openStore('', dataFolder, { beside: true })
for (let number = 1; number <= Number(count); number++) {
  const said = await store.backup(join(toFolder, String(number))).then(
    () => 'made',
    () => 'refused',
  )
  process.stdout.write(`${said} ${number}\n`)
}
await store.close()
