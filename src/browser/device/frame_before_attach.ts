/** A frame has no window before it is in a document, unless a disguise made one up. */
import { doc } from '../natives.ts'

export const frameBeforeAttach = () => doc.createElement('iframe').contentWindow !== null
