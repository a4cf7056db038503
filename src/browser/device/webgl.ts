/** The graphics card as WebGL names it. One context serves both signals and is given back at once. */
import { attempt, doc } from '../natives.ts'

/** WebGL's own numbers: how much higher those of the unmasked names are than VENDOR and RENDERER. */
const UNMASKED = 0x9245 - 0x1f00

/** Nothing is drawn: buffers to smooth edges and to tell depths are half of what a context costs. */
const BARE = { antialias: false, depth: false }

let names: string[] | undefined

export function webglNames(): string[] | undefined {
  if (!names) {
    // A canvas outside the page costs less; some browsers draw no WebGL on it.
    const gl = (attempt(() => new OffscreenCanvas(1, 1).getContext('webgl', BARE)) ??
      doc.createElement('canvas').getContext('webgl', BARE)) as WebGLRenderingContext | null
    if (gl) {
      const raise = gl.getExtension('WEBGL_debug_renderer_info') ? UNMASKED : 0
      // VENDOR and RENDERER.
      names = [0x1f00, 0x1f01].map((number) => gl.getParameter(number + raise))
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    }
  }
  return names
}
