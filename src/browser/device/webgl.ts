/** The graphics card as WebGL names it. One context serves both signals and is given back at once. */
import { doc } from '../natives.ts'

let names: readonly [vendor: string, renderer: string] | undefined

export function webglNames(): readonly [vendor: string, renderer: string] | undefined {
  if (!names) {
    // Nothing is drawn: buffers to smooth edges and to tell depths are half of what a context costs.
    const gl = doc.createElement('canvas').getContext('webgl', { antialias: false, depth: false })
    const { UNMASKED_VENDOR_WEBGL = 0, UNMASKED_RENDERER_WEBGL = 0 } =
      gl?.getExtension('WEBGL_debug_renderer_info') ?? {}
    names = gl
      ? [
          gl.getParameter(UNMASKED_VENDOR_WEBGL || gl.VENDOR),
          gl.getParameter(UNMASKED_RENDERER_WEBGL || gl.RENDERER),
        ]
      : undefined
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return names
}
