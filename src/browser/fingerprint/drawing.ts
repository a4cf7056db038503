/** How this device draws letters: which fonts it has and how it smooths them. */
import { doc } from '../natives.ts'

/** Fonts that some machines with the same system have and some have not. The first stands for one that is missing. */
const FONTS = 'x,Calibri,Meiryo,Century Gothic'

const TEXT = 'mwIl10\ud83d\ude00\u0416\u6f22'

/** A browser that does not draw lets the caller fail, which leaves the part out. */
function context(): CanvasRenderingContext2D {
  const canvas = doc.createElement('canvas')
  canvas.width = 160
  canvas.height = 40
  return canvas.getContext('2d') as CanvasRenderingContext2D
}

/** The width of one text in every font. */
function widths(): number[] {
  const drawing = context()
  return FONTS.split(',').map((font) => {
    drawing.font = `32px '${font}',monospace`
    return drawing.measureText(TEXT).width
  })
}

export const letterWidth = () => widths()[0]

/** Which of the fonts there are. Their widths change with the zoom, in Firefox. */
export const fontsFound = () => widths().map((width, _, [missing]) => width === missing)

function picture(): string {
  const drawing = context()
  drawing.font = '18px Arial'
  drawing.fillStyle = '#069'
  drawing.fillText(TEXT, 2, 20)
  drawing.fillStyle = '#f60a'
  drawing.arc(90, 20, 15, 0, 7)
  drawing.fill()
  return drawing.canvas.toDataURL()
}

/** False where the browser adds noise, which would make every visit another device. */
export function steadyPicture() {
  const first = picture()
  return first === picture() && first
}
