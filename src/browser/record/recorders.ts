/** Starts every recorder. To record another kind of event, add its file and a line here. */
import { guarded } from '../guard.ts'
import { doc } from '../natives.ts'
import { settleChannel } from './channel.ts'
import { checkFields, recordFields } from './fields.ts'
import { settleFrames } from './frames.ts'
import { recordKeys } from './keys.ts'
import { beginPage, checkPath, recordPage } from './page.ts'
import { recordPointer, settlePointer } from './pointer.ts'
import { recordScroll, settleScrolling } from './scroll.ts'
import { recordText } from './text.ts'

export function startRecorders(): void {
  const starts = [beginPage, recordPointer, recordScroll, recordKeys, recordText, recordFields, recordPage]
  for (const start of starts) guarded(start)()
}

/** Checks for changes without events, and writes merged rows. */
export function settleRecorders(): void {
  checkFields(doc.querySelectorAll('textarea,input,select'))
  checkPath()
  settlePointer()
  settleScrolling()
  settleFrames()
  settleChannel()
}
