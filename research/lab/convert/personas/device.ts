/** Device signals of ordinary browsers. */
import type { DeviceReading } from '../../../../src/contract/batch/batch.ts'

type Signals = DeviceReading['signals']

/** A Windows laptop with Chrome. */
export const WINDOWS_CHROME: Signals = {
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  platform: 'Win32',
  brands: ['Chromium/150', 'Google Chrome/150', 'Not A Brand/99'],
  full_brands: ['Chromium/150.0.1.2', 'Google Chrome/150.0.1.2', 'Not A Brand/99.0.0.0'],
  mobile: false,
  webdriver: false,
  webdriver_frame: false,
  driver_globals: [],
  window_extra: 0,
  runtime_probe: 0,
  patched_natives: [],
  frame_before_attach: false,
  proxy_frames: false,
  permission_mismatch: false,
  engine: 'chromium',
  brave: false,
  languages: ['en'],
  zone: 'Europe/Paris',
  utc_offset: -60,
  inner: [1280, 633],
  outer: [1280, 720],
  screen: [1280, 720],
  available: [1280, 680],
  orientation: 'landscape-primary',
  scale: 1,
  pointer: 'fine',
  any_pointer: 'fine',
  touch_points: 0,
  cores: 8,
  webgl_vendor: 'Google Inc. (Intel)',
  webgl_renderer: 'ANGLE (Intel, Intel(R) Iris(R) Xe Graphics Direct3D11 vs_5_0 ps_5_0)',
  scrollbar_width: 15,
}

export const LINUX_CHROMIUM: Signals = {
  ...WINDOWS_CHROME,
  user_agent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  platform: 'Linux x86_64',
  webgl_vendor: 'Google Inc. (AMD)',
  webgl_renderer: 'ANGLE (AMD, AMD Radeon Graphics (radeonsi), OpenGL 4.6)',
}

export const ANDROID_CHROME: Signals = {
  ...WINDOWS_CHROME,
  user_agent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  platform: 'Linux armv81',
  mobile: true,
  inner: [412, 780],
  outer: [412, 780],
  screen: [412, 915],
  available: [412, 915],
  orientation: 'portrait-primary',
  scale: 2.625,
  pointer: 'coarse',
  any_pointer: 'coarse',
  touch_points: 5,
  webgl_vendor: 'ARM',
  webgl_renderer: 'Mali-G715',
  scrollbar_width: 0,
}

/** Firefox with the settings of Tor Browser: uniform values and a coarse clock. */
export const RESISTING_FIREFOX: Signals = {
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  platform: 'Win32',
  webdriver: false,
  webdriver_frame: false,
  driver_globals: [],
  runtime_probe: 0,
  patched_natives: [],
  frame_before_attach: false,
  engine: 'gecko',
  languages: ['en'],
  zone: 'UTC',
  utc_offset: 0,
  inner: [1000, 900],
  outer: [1000, 900],
  screen: [1000, 900],
  available: [1000, 900],
  scale: 1,
  pointer: 'fine',
  any_pointer: 'fine',
  touch_points: 0,
  cores: 2,
  webgl_renderer: { absent: 'blocked' },
  webgl_vendor: { absent: 'blocked' },
  scrollbar_width: 0,
}

export const BRAVE: Signals = {
  ...WINDOWS_CHROME,
  brave: true,
  cores: 3,
  patched_natives: ['getParameter'],
  permission_mismatch: true,
  webgl_renderer: 'ANGLE (xYhG, 8fHr3Zs Direct3D11)',
}

export const REMOTE_DESKTOP: Signals = {
  ...WINDOWS_CHROME,
  webgl_vendor: 'Google Inc. (Microsoft)',
  webgl_renderer: 'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0)',
  gpu_adapter: 'Microsoft Remote Display Adapter',
  cores: 2,
  zone: 'UTC',
  utc_offset: 0,
  available: [1280, 720],
}
