/**
 * `npm run data -- --out DIR`: fetches the recordings whose licenses allow it. `--from URL`: another host with the same
 * paths. `--only NAME`: one set.
 */
import { parseArgs } from 'node:util'
import { fetchSets } from './fetch_sets.ts'
import sources from './sources.json' with { type: 'json' }

const { sets } = sources
const HOST = 'https://raw.githubusercontent.com'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    from: { type: 'string', default: HOST },
    only: { type: 'string', multiple: true },
  },
})

function fail(problem: string): never {
  process.stderr.write(`The data was not fetched: ${problem}.\n`)
  process.exit(1)
}

const { out, from, only = sets.map(({ name }) => name) } = values
if (out === undefined) fail('name a folder with --out')
const unknown = only.find((name) => !sets.some((set) => set.name === name))
if (unknown !== undefined)
  fail(`there is no set ${unknown}; known: ${sets.map(({ name }) => name).join(', ')}`)
const wanted = sets.filter(({ name }) => only.includes(name))
await fetchSets(wanted, { from, out, onDone: (line) => process.stdout.write(`${line}\n`) }).catch(
  (error: Error) => fail(error.message),
)
