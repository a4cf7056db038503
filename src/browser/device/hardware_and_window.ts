/** One-line signals that the fingerprint, the recorders or the session read too. */
import { nav, win } from '../natives.ts'
import { uaData } from './ua_data.ts'
import { webglNames } from './webgl.ts'

/** Brave changes the values that others measure (cores, GPU, canvas). That is no disguise. */
export const brave = () => 'brave' in nav

export const platform = () => nav.platform

/** The operating system, by the client hints. */
export const os = () => uaData()?.platform

/** Virtual machines have few. */
export const cores = () => nav.hardwareConcurrency

/** Gigabytes, rounded by the browser. */
export const memory = () => (nav as { deviceMemory?: number }).deviceMemory

export const touchPoints = () => nav.maxTouchPoints

/** The graphics card, or the software or virtual machine that replaces it. */
export const webglRenderer = () => webglNames()?.[1]

export const screen = () => [win.screen.width, win.screen.height]

export const colorDepth = () => win.screen.colorDepth

/** Device pixels per CSS pixel: the display and the zoom together. */
export const scale = () => win.devicePixelRatio

/** The size of the viewport. */
export const inner = () => [win.innerWidth, win.innerHeight]

/** The size of the window. */
export const outer = () => [win.outerWidth, win.outerHeight]

/** Whether the page is inside another one. */
export const framed = () => win.parent !== win
