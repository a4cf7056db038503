/**
 * Answers a challenge: results that depend on the seed and on the engine, and not on the person or the machine.
 * The order of the results is part of the contract.
 */
import { type Draw, drawFrom, tasksFrom } from '../../contract/batch/challenge.ts'
import { engine } from '../device/engine.ts'
import { brave, scale } from '../device/hardware_and_window.ts'
import { attempt, now, round } from '../natives.ts'
import { layoutWidths } from './layout_widths.ts'
import { pictures } from './pictures.ts'
import { errorText } from './wrong_operations.ts'

const LOCALES = 'ar,cy,pl,ga,lt,hi,mk'.split(',')

/** Functions whose last digit differs between engines. */
const FUNCTIONS = 'cosh,asinh,acosh,cbrt,log10'.split(',') as 'cosh'[]
const MATHS = 4

/** In microseconds: Firefox rounds all times to this while it resists fingerprinting. */
const RESISTING_STEP = 16_667

/** These browsers change what a canvas returns, and Firefox shows a prompt. So nothing is read. */
const reasonNotToDraw = (): string =>
  brave() ? '!brave' : engine() === 'gecko' && !(round(now() * 1000) % RESISTING_STEP) ? '!resist' : ''

function picturesOf(seeds: string[]): string[] {
  const reason = reasonNotToDraw()
  return (!reason && attempt(() => pictures(seeds))) || seeds.map(() => reason || '!absent')
}

/** PluralRules is the only formatter that is created in less than a millisecond. */
export function computedValues(draw: Draw): (string | number)[] {
  const category = new Intl.PluralRules(LOCALES[draw(LOCALES.length)]).select(draw(99))
  const values: (string | number)[] = [category + (draw(1e6) / (draw(97) + 3)).toString(3 + draw(32))]
  for (let i = 0; i < MATHS; i++)
    values.push(Math[FUNCTIONS[draw(FUNCTIONS.length)] as 'cosh'](1 + draw(1e4) / 997))
  return values
}

/** `seeds`: one of the fixed pool and one of the week's pool, separated by a space. */
export function answerChallenge(seeds: string): (string | number)[] {
  const both = seeds.split(' ')
  const draw = drawFrom(both[0] as string)
  const tasks = tasksFrom(draw)
  const results = [...picturesOf(both), scale(), ...layoutWidths(tasks.widths)]
  for (const index of tasks.errors) results.push(errorText(index, tasks))
  return [...results, ...computedValues(draw)]
}
