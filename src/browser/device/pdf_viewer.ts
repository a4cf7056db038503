/** Whether the browser shows PDF files itself. */
import { nav } from '../natives.ts'

export const pdfViewer = () => nav.pdfViewerEnabled
