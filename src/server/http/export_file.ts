/** Files of many rows, which are streamed. */
import { Type } from 'typebox'

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The query parameter that chooses the format. */
export const FormatChoice = Type.Optional(
  Type.Enum(EXPORT_FORMATS, { default: 'ndjson', description: 'Format of the file.' }),
)

/** Pieces of the file, each of whole lines. */
export type Export = AsyncGenerator<string>

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const

/** `name`: of the file, without its extension. */
export const fileHeaders = (name: string, format: keyof typeof CONTENT_TYPES) => ({
  'content-type': CONTENT_TYPES[format],
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_').slice(0, 100)}.${format}"`,
})
