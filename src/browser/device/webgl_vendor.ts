/** Who made the graphics card, or its stand-in. */
import { webglNames } from './webgl.ts'

export const webglVendor = () => webglNames()?.[0]
