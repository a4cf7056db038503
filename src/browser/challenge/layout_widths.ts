/** Widths as the engine lays them out: it rounds them to its own unit of layout. */
import { doc } from '../natives.ts'

/** Adds empty elements to the page, outside its layout and without height, and removes them in the same task. */
export function layoutWidths(widths: readonly number[]): number[] {
  const lines = widths.map((width) => {
    const line = doc.createElement('x')
    // A style sheet of the page could apply to every element.
    line.style.cssText = `all:initial!important;position:fixed!important;width:${width}px!important`
    return line
  })
  doc.documentElement.append(...lines)
  const measured = lines.map((line) => line.getBoundingClientRect().width)
  for (const line of lines) line.remove()
  return measured
}
