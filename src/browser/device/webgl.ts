/** The graphics card as named by WebGL. One context serves both signals and is released at once. */
import { attempt, doc } from '../natives.ts'

/** The offset of the unmasked constants from VENDOR and RENDERER. */
const UNMASKED = 0x9245 - 0x1f00

/** Nothing is drawn; antialiasing and depth buffers are half the cost of a context. */
const BARE = { antialias: false, depth: false }

let names: string[] | undefined

export function webglNames(): string[] | undefined {
  if (!names) {
    // An offscreen canvas is cheaper; some browsers have no WebGL on it.
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
