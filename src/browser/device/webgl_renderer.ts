/** The graphics card, or the software or virtual machine that stands in for it. */
import { webglNames } from './webgl.ts'

export const webglRenderer = () => webglNames()?.[1]
