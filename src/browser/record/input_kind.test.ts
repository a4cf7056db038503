import { describe, expect, it } from 'vitest'
import { INPUT_KIND } from '../../contract/batch/rows.ts'
import { inputKind } from './input_kind.ts'

describe('inputKind', () => {
  it.each(Object.entries(INPUT_KIND).filter(([name]) => !['none', 'other', 'deleteOther'].includes(name)))(
    'numbers %s',
    (name, kind) => {
      expect(inputKind(name)).toBe(kind)
    },
  )

  it.each<[string | undefined, keyof typeof INPUT_KIND]>([
    [undefined, 'none'],
    ['', 'none'],
    ['insertParagraph', 'insertLineBreak'],
    ['insertFromComposition', 'insertCompositionText'],
    ['insertFromPasteAsQuotation', 'insertFromPaste'],
    ['deleteWordBackward', 'deleteWord'],
    ['deleteWordForward', 'deleteWord'],
    ['deleteSoftLineBackward', 'deleteOther'],
    ['deleteHardLineForward', 'deleteOther'],
    ['deleteEntireSoftLine', 'deleteOther'],
    ['deleteByDrag', 'deleteOther'],
    ['insertTranspose', 'other'],
    ['formatBold', 'other'],
    ['somethingNew', 'other'],
  ])('maps %s to %s', (inputType, name) => {
    expect(inputKind(inputType)).toBe(INPUT_KIND[name])
  })
})
