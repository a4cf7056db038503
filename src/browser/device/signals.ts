/**
 * Every device signal by its name on the wire. READ FIRST: to add one, name it in the contract, write its file and
 * add its line here. A signal returns a value, or undefined where the browser has no such thing; it prompts nobody,
 * blocks nothing and leaves no trace. One that throws is reported as absent, with the name of the error.
 */
import type { Json } from '../json.ts'
import { activeText } from './active_text.ts'
import { anyPointer } from './any_pointer.ts'
import { available } from './available.ts'
import { brands } from './brands.ts'
import { brave } from './brave.ts'
import { colourDepth } from './colour_depth.ts'
import { cores } from './cores.ts'
import { driverGlobals } from './driver_globals.ts'
import { engine } from './engine.ts'
import { forcedColours } from './forced_colours.ts'
import { frameBeforeAttach } from './frame_before_attach.ts'
import { frameMismatch } from './frame_mismatch.ts'
import { framed } from './framed.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { fullBrands } from './full_brands.ts'
import { geolocation } from './geolocation.ts'
import { geolocationNative } from './geolocation_native.ts'
import { heapLimit } from './heap_limit.ts'
import { historyLength } from './history_length.ts'
import { hover } from './hover.ts'
import { inner } from './inner.ts'
import { languages } from './languages.ts'
import { locale } from './locale.ts'
import { memory } from './memory.ts'
import { mobile } from './mobile.ts'
import { navigatorOwn } from './navigator_own.ts'
import { orientation } from './orientation.ts'
import { os } from './os.ts'
import { outer } from './outer.ts'
import { pageFocused } from './page_focused.ts'
import { patchedNatives } from './patched_natives.ts'
import { pdfViewer } from './pdf_viewer.ts'
import { permissionMismatch } from './permission_mismatch.ts'
import { platform } from './platform.ts'
import { plugins } from './plugins.ts'
import { pointer } from './pointer.ts'
import { proxyFrames } from './proxy_frames.ts'
import { reducedMotion } from './reduced_motion.ts'
import { runtimeProbe } from './runtime_probe.ts'
import { scale } from './scale.ts'
import { screen } from './screen.ts'
import { scrollbarWidth } from './scrollbar_width.ts'
import { secureContext } from './secure_context.ts'
import { storageQuota } from './storage_quota.ts'
import { touchPoints } from './touch_points.ts'
import { userActive } from './user_active.ts'
import { userAgent } from './user_agent.ts'
import { utcOffset } from './utc_offset.ts'
import { vendor } from './vendor.ts'
import { webdriver } from './webdriver.ts'
import { webdriverFrame } from './webdriver_frame.ts'
import { webglRenderer } from './webgl_renderer.ts'
import { webglVendor } from './webgl_vendor.ts'
import { windowAt } from './window_at.ts'
import { windowExtra } from './window_extra.ts'
import { zone } from './zone.ts'

/** Cheap ones first. */
export const PLAIN: Readonly<Record<string, () => Json>> = {
  user_agent: userAgent,
  platform,
  vendor,
  brands,
  mobile,
  os,
  webdriver,
  driver_globals: driverGlobals,
  runtime_probe: runtimeProbe,
  proxy_frames: proxyFrames,
  frame_before_attach: frameBeforeAttach,
  navigator_own: navigatorOwn,
  engine,
  brave,
  languages,
  locale,
  zone,
  utc_offset: utcOffset,
  inner,
  outer,
  screen,
  available,
  window_at: windowAt,
  orientation,
  scale,
  colour_depth: colourDepth,
  pointer,
  any_pointer: anyPointer,
  hover,
  touch_points: touchPoints,
  cores,
  memory,
  plugins,
  pdf_viewer: pdfViewer,
  reduced_motion: reducedMotion,
  forced_colours: forcedColours,
  history_length: historyLength,
  user_active: userActive,
  page_focused: pageFocused,
  secure_context: secureContext,
  framed,
  webgl_vendor: webglVendor,
  webgl_renderer: webglRenderer,
}

/** These compare the page with a frame that nobody has touched. */
export const FRAMED: Readonly<Record<string, (fresh: FreshWindow) => Json>> = {
  webdriver_frame: webdriverFrame,
  window_extra: windowExtra,
  patched_natives: patchedNatives,
  frame_mismatch: frameMismatch,
  scrollbar_width: scrollbarWidth,
  active_text: activeText,
  geolocation_native: geolocationNative,
}

/** These take their time elsewhere. */
export const LATE: Readonly<Record<string, () => Promise<Json>>> = {
  full_brands: fullBrands,
  permission_mismatch: permissionMismatch,
  storage_quota: storageQuota,
  heap_limit: heapLimit,
  geolocation,
}

/** Drivers leave most of their marks only once they act, so these are read again as a form is sent. */
export const AGAIN: readonly string[] =
  'webdriver,driver_globals,runtime_probe,inner,outer,screen,scale,user_active,page_focused'.split(',')
