/** The graphics card as named by WebGL. One context serves both signals. */
import { attempt, doc } from '../natives.ts'
import { readWebgl } from './webgl_names.ts'

/** Nothing is drawn; antialiasing and depth buffers are half the cost of a context. */
const BARE = { antialias: false, depth: false }

let names: string[] | undefined

/** An offscreen canvas is cheaper; some browsers have no WebGL on it. */
export function webglNames(): string[] | undefined {
  names ??= readWebgl(
    (attempt(() => new OffscreenCanvas(1, 1).getContext('webgl', BARE)) ??
      doc.createElement('canvas').getContext('webgl', BARE)) as WebGLRenderingContext | null,
  )
  return names
}
