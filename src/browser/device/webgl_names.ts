/** The vendor and the renderer of a WebGL context, which is released at once. */

/** The offset of the unmasked constants from VENDOR and RENDERER. */
const UNMASKED = 0x9245 - 0x1f00

export function readWebgl(gl: WebGLRenderingContext | null): string[] | undefined {
  if (!gl) return undefined
  const raise = gl.getExtension('WEBGL_debug_renderer_info') ? UNMASKED : 0
  // VENDOR and RENDERER.
  const names = [0x1f00, 0x1f01].map((number) => gl.getParameter(number + raise))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return names
}
