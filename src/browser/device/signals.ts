/**
 * Every device signal by its name on the wire. To add one, name it in the contract and add it here; give it a file if
 * it has logic. A signal returns a value, or undefined where the browser does not support it. It never prompts, never
 * blocks and leaves no trace. If it throws, it is reported as absent with the name of the error.
 */
import type { Json } from '../json.ts'
import { doc, namesOf, nav, win } from '../natives.ts'
import { activeText } from './active_text.ts'
import { driverGlobals } from './driver_globals.ts'
import { engine } from './engine.ts'
import { frameMismatch } from './frame_mismatch.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { geolocation } from './geolocation.ts'
import { geolocationNative } from './geolocation_native.ts'
import {
  brave,
  colorDepth,
  cores,
  framed,
  inner,
  memory,
  os,
  outer,
  platform,
  scale,
  screen,
  touchPoints,
  webglRenderer,
} from './hardware_and_window.ts'
import { heapLimit } from './heap_limit.ts'
import { matches, pointerBy } from './media.ts'
import { patchedNatives } from './patched_natives.ts'
import { permissionMismatch } from './permission_mismatch.ts'
import { proxyFrames } from './proxy_frames.ts'
import { runtimeProbe } from './runtime_probe.ts'
import { scrollbarWidth } from './scrollbar_width.ts'
import { storageQuota } from './storage_quota.ts'
import { named, uaData } from './ua_data.ts'
import { webglNames } from './webgl.ts'
import { windowExtra } from './window_extra.ts'
import { zone } from './zone.ts'

/** Cheap ones first. */
export const PLAIN: Readonly<Record<string, () => Json>> = {
  user_agent: () => nav.userAgent,
  // Disguises of the user agent often forget the platform.
  platform,
  // A constant for each engine.
  vendor: () => nav.vendor,
  brands: () => named(uaData()?.brands),
  mobile: () => uaData()?.mobile,
  os,
  // The browser itself sets it when a driver controls it.
  webdriver: () => nav.webdriver,
  driver_globals: driverGlobals,
  runtime_probe: runtimeProbe,
  proxy_frames: proxyFrames,
  // A frame has no window before it is in a document, unless a disguise invents one.
  frame_before_attach: () => doc.createElement('iframe').contentWindow !== null,
  // Browsers define everything on the prototype; properties of navigator itself were added.
  navigator_own: () => namesOf(nav).slice(0, 20),
  engine,
  brave,
  languages: () => [...nav.languages].slice(0, 20),
  zone,
  // Minutes west of UTC now, which must match the zone.
  utc_offset: () => new Date().getTimezoneOffset(),
  inner,
  outer,
  screen,
  // The size of the screen without bars and docks.
  available: () => [win.screen.availWidth, win.screen.availHeight],
  window_at: () => [win.screenX, win.screenY],
  // Emulated viewports contradict it.
  orientation: () => win.screen.orientation?.type,
  scale,
  color_depth: colorDepth,
  // The main pointing device. Headless browsers have none.
  pointer: () => pointerBy('pointer'),
  any_pointer: () => pointerBy('any-pointer'),
  touch_points: touchPoints,
  cores,
  memory,
  // A person may have disabled all of them.
  plugins: () => nav.plugins.length,
  pdf_viewer: () => nav.pdfViewerEnabled,
  // With reduced motion the wheel is not animated either.
  reduced_motion: () => matches('prefers-reduced-motion:reduce'),
  user_active: () => nav.userActivation?.hasBeenActive,
  page_focused: () => doc.hasFocus(),
  framed,
  // Never the path, which may contain personal data.
  referrer: () =>
    doc.referrer
      .split(/[/:]+/)
      .slice(1, 2)
      .find((host) => host !== win.location.hostname),
  webgl_vendor: () => webglNames()?.[0],
  webgl_renderer: webglRenderer,
}

/** Signals that compare the page with an unmodified frame. */
export const FRAMED: Readonly<Record<string, (fresh: FreshWindow) => Json>> = {
  // A disguise of `webdriver` may not reach a fresh frame.
  webdriver_frame: ({ navigator }) => navigator.webdriver,
  window_extra: windowExtra,
  patched_natives: patchedNatives,
  frame_mismatch: frameMismatch,
  scrollbar_width: scrollbarWidth,
  active_text: activeText,
  geolocation_native: geolocationNative,
}

/** Asynchronous signals. */
export const LATE: Readonly<Record<string, () => Promise<Json>>> = {
  // The same brands with full versions, by another API, which disguises forget. It does not prompt.
  full_brands: async () =>
    named((await uaData()?.getHighEntropyValues(['fullVersionList']))?.fullVersionList),
  permission_mismatch: permissionMismatch,
  storage_quota: storageQuota,
  heap_limit: heapLimit,
  geolocation,
}

/** Drivers leave most of their traces once they act, so these signals are read again when a form is submitted. */
export const AGAIN: readonly string[] =
  'webdriver,driver_globals,runtime_probe,inner,outer,screen,scale,user_active,page_focused'.split(',')
