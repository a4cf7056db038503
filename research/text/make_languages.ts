/**
 * Packs the "small" database of `eld` (Apache-2.0): the n-grams of sixty languages with their scores. The package loads
 * them as an object with 81,000 keys, which takes 150 MB per thread.
 *
 *   node research/text/make_languages.ts --out src/features/text/languages.json
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { required } from './args.ts'

const root = join(dirname(fileURLToPath(import.meta.resolve('eld/small'))), '..')
const part = (path: string) => import(pathToFileURL(join(root, path)).href)

interface Database {
  readonly type: string
  readonly languages: Readonly<Record<string, string>>
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const { ngramsData } = (await part('ngrams/small.js')) as { ngramsData: Database }
const { dictionary } = (await part('dictionary.js')) as { dictionary: readonly string[] }
const { avgScore } = (await part('avgScore.js')) as { avgScore: Readonly<Record<string, number>> }

const codes = Object.values(ngramsData.languages)

/** For each piece: its length, letters, number of languages, and their indices and scores. */
const bytes = Object.keys(ngramsData.ngrams)
  .sort()
  .flatMap((piece) => {
    const scores = Object.entries(ngramsData.ngrams[piece] ?? {})
    return [piece.length, ...Buffer.from(piece, 'latin1'), scores.length, ...scores.flat().map(Number)]
  })

writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'pieces of words of sixty languages and their scores: length, letters, count, then language and score; deflated, base64',
        from: `eld 2.1.0, database ${ngramsData.type} (Apache-2.0, Nito T.M.)`,
        made: '2026-11-15',
        script: 'research/text/make_languages.ts',
      },
      languages: codes,
      usual: codes.map((code) => avgScore[code]),
      letters: dictionary.join(''),
      pieces: deflateSync(Uint8Array.from(bytes), { level: 9 }).toString('base64'),
    },
    null,
    1,
  )}\n`,
)
