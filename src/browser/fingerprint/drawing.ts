/** Text rendering of this device: its fonts and antialiasing. */
import { doc } from '../natives.ts'

/** Fonts that only some machines of the same system have. The first represents a missing font. */
const FONTS = 'x,Calibri,Meiryo,Century Gothic'

const TEXT = 'mwIl10\ud83d\ude00\u0416\u6f22'

/** Throws in a browser without a canvas, and the caller omits the part. */
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

/** The installed fonts. In Firefox their widths change with the zoom. */
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

/** False if the browser adds noise, which would make every visit another device. */
export function steadyPicture() {
  const first = picture()
  return first === picture() && first
}
