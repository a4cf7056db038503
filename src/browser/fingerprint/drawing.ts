/** How this device draws letters: which fonts it has and how it smooths them. */
import { doc } from '../natives.ts'

/** Fonts that come with an operating system or with common programs. The first stands for one that is missing. */
const FONTS = 'x,Segoe UI,Calibri,Meiryo,Avenir,PingFang SC,Ubuntu,Cantarell,Noto Sans,Roboto,Century Gothic'

const TEXT = 'mwIl10\ud83d\ude00\u0416\u6f22'

function context(): CanvasRenderingContext2D | null {
  const canvas = doc.createElement('canvas')
  canvas.width = 160
  canvas.height = 40
  return canvas.getContext('2d')
}

/** The width of one text in every font. */
export function fontWidths(): string {
  const drawing = context()
  return FONTS.split(',')
    .map((font) => {
      if (drawing) drawing.font = `32px '${font}',monospace`
      return drawing?.measureText(TEXT).width
    })
    .join()
}

function picture(): string {
  const drawing = context()
  if (!drawing) return ''
  drawing.font = '18px Arial'
  drawing.fillStyle = '#069'
  drawing.fillText(TEXT, 2, 20)
  drawing.fillStyle = '#f60a'
  drawing.arc(90, 20, 15, 0, 7)
  drawing.fill()
  return drawing.canvas.toDataURL()
}

/** Empty where the browser adds noise, which would make every visit another device. */
export function steadyPicture(): string {
  const first = picture()
  return first === picture() ? first : ''
}
