/**
 * Fits the effort curve on answers rated by two readers.
 *
 *   node research/text/train_effort.ts --data ../shared/data --out src/models/text/effort.json
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { informationIn } from '../../src/features/text/information.ts'
import { plainText } from '../../src/features/text/normalize.ts'
import { isSimpleAnswer } from '../../src/features/text/simple_answers.ts'
import { required } from './args.ts'
import { rowsIn, textOf } from './data.ts'
import { fitCurve, type Rated } from './effort_curve.ts'

const rated = rowsIn(join(required('data'), 'text/effort'))
  .filter((row) => Array.isArray(row.ratings) && !isSimpleAnswer(textOf(row, 'answer')))
  .map((row): Rated => {
    const ratings = row.ratings as number[]
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
    return [informationIn(plainText(textOf(row, 'answer')), textOf(row, 'question')), mean]
  })

writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'rating at each amount of information, straight lines between',
        fittedOn: `${rated.length} real survey answers rated by two readers, made for this project`,
        made: '2026-11-15',
        script: 'research/text/train_effort.ts',
      },
      curve: fitCurve(rated),
    },
    null,
    1,
  )}\n`,
)
