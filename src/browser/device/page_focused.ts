/** Whether the page has the focus. */
import { doc } from '../natives.ts'

export const pageFocused = () => doc.hasFocus()
