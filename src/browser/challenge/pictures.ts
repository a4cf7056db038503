/**
 * Pictures of translucent shapes with shadows, rasterized by the processor: the pixels depend on the engine and the seed,
 * and not on the machine. Text depends on fonts. Gradients and blend modes depend on the processor.
 */
import { drawFrom } from '../../contract/batch/challenge.ts'
import { hash128 } from '../fingerprint/hash.ts'
import { doc } from '../natives.ts'

const SIDE = 32
const SHAPES = 6

/** A hash of the pixels for each seed, or `!noise`. Throws where there is no canvas. */
export function pictures(seeds: readonly string[]): string[] {
  const canvas = doc.createElement('canvas')
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  const pixels = (): ArrayBuffer => context.getImageData(0, 0, SIDE, SIDE).data.buffer
  const hashes = seeds.map((seed) => {
    const draw = drawFrom(seed)
    const place = (): number => draw(SIDE * 4) / 4
    canvas.width = SIDE
    for (let shape = 0; shape < SHAPES; shape++) {
      context.fillStyle = context.strokeStyle = `rgba(${[draw(256), draw(256), draw(256), 0.6]})`
      context.shadowColor = '#0009'
      context.shadowBlur = draw(9)
      context.lineWidth = 1 + place() / 9
      context.beginPath()
      context.ellipse(place(), place(), place(), place(), draw(7), 0, 2 + draw(5))
      context.bezierCurveTo(place(), place(), place(), place(), place(), place())
      context.quadraticCurveTo(place(), place(), place(), place())
      if (draw(2)) context.stroke()
      else context.fill('evenodd')
    }
    return hash128(String.fromCharCode(...new Uint16Array(pixels())))
  })
  // Two plain colors, which only a browser that adds noise reads back as others.
  context.shadowBlur = 0
  context.fillStyle = '#123'
  context.fillRect(0, 0, SIDE, SIDE)
  context.fillStyle = '#456'
  context.fillRect(0, 0, SIDE, SIDE / 2)
  const isPlain = new Uint32Array(pixels()).every(
    (pixel, i) => pixel === (i < (SIDE * SIDE) / 2 ? 0xff665544 : 0xff332211),
  )
  return isPlain ? hashes : seeds.map(() => '!noise')
}
