import { expect, it } from 'vitest'
import { weightOf } from '../normalize.ts'
import { duplicateThreshold } from './duplicates.ts'
import { isLetterChanged, isOneWordChanged, similarity } from './similarity.ts'
import { sketchText } from './sketch.ts'

const isCopy = (a: string, b: string) =>
  similarity(sketchText(a), sketchText(b)) >= duplicateThreshold(Math.min(weightOf(a), weightOf(b)))

it.each([
  ['a number', 'I visit 17 temples in spring', 'I visit 23 temples in spring'],
  ['capitals', 'I visit temples in spring', 'I VISIT TEMPLES IN SPRING'],
  ['a number and capitals', 'Order 4411 came too late', 'order 97 CAME too late'],
])('an answer of 20 characters with other %s is a near copy', (_, a, b) => {
  expect(isCopy(a, b)).toBe(true)
})

it.each([
  ['other numbers', '19901990199019901990', '20102010201020102010'],
  ['another word of four', 'Better error messages please', 'Better exercise sheets please'],
])('an answer with %s is not', (_, a, b) => {
  expect(isCopy(a, b)).toBe(false)
})

it.each([
  ['replaced', 'I visit old temples every spring', 'I visit old castles every spring', true],
  ['added', 'I visit old temples in spring', 'I visit old wooden temples in spring', true],
  ['left out', 'I visit old wooden temples in spring', 'I visit old temples in spring', true],
  ['moved only', 'I visit old temples every spring', 'Every spring I visit old temples', true],
  ['two words replaced', 'I visit old temples every spring', 'I visit old castles every autumn', false],
  ['too few words in common', 'Better error messages', 'Better error texts', false],
])('a word %s', (_, a, b, isChanged) => {
  expect(isOneWordChanged(sketchText(a), sketchText(b))).toBe(isChanged)
})

it.each([
  ['a letter replaced', 'The quiet old streets', 'The quiet old streots', true],
  ['a letter replaced in each', 'The quoet old streets', 'The quiet old streots', true],
  ['a letter added', 'The quiet old streets', 'The quiet olde streets', true],
  ['a letter left out in each', 'The quiet old stret', 'The quet old street', true],
  ['two letters swapped', 'The quiet old streets', 'The qiuet old streets', true],
  ['nothing changed', 'The quiet old streets', 'The quiet old streets', false],
  ['a word replaced', 'I like the old trees', 'I like the big trees', false],
  ['an article replaced', 'When my girlfriend left me', 'When a girlfriend left me', false],
  ['a word added at the end', 'Deep learning and language', 'Deep learning and language too', false],
  ['another last word', 'Keep up the good work', 'Keep up the good jobs', false],
  ['words moved', 'Deep learning and NLP', 'NLP and deep learning', false],
  ['three letters replaced', 'The quoet old streets here', 'The quiet ald streots here', false],
])('an answer with %s', (_, a, b, isChanged) => {
  const [own, other] = [sketchText(a), sketchText(b)]
  expect(isLetterChanged(own.order, own, other)).toBe(isChanged)
  expect(isLetterChanged(other.order, other, own)).toBe(isChanged)
})
