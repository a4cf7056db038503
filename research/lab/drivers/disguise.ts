/** Overrides of the browser's identity over the protocol, complete with client hints. */
import type { Send } from './cdp.ts'

const VERSION = '156'
const brandsOf = (version: string) => [
  { brand: 'Chromium', version },
  { brand: 'Google Chrome', version },
  { brand: 'Not?A_Brand', version: version === VERSION ? '24' : '24.0.0.0' },
]

interface Identity {
  readonly userAgent: string
  readonly platform: string
  readonly userAgentMetadata: Readonly<Record<string, unknown>>
}

const identity = (
  system: string,
  platform: string,
  metadata: Readonly<Record<string, unknown>>,
  mobile = '',
): Identity => ({
  userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${VERSION}.0.0.0 ${mobile}Safari/537.36`,
  platform,
  userAgentMetadata: {
    brands: brandsOf(VERSION),
    fullVersionList: brandsOf(`${VERSION}.0.8078.79`),
    fullVersion: `${VERSION}.0.8078.79`,
    mobile: mobile !== '',
    model: '',
    ...metadata,
  },
})

export const LINUX_CHROME = identity('X11; Linux x86_64', 'Linux x86_64', {
  platform: 'Linux',
  platformVersion: '6.12.0',
  architecture: 'x86',
  bitness: '64',
})

export const WINDOWS_CHROME = identity('Windows NT 10.0; Win64; x64', 'Win32', {
  platform: 'Windows',
  platformVersion: '15.0.0',
  architecture: 'x86',
  bitness: '64',
})

export const PIXEL_CHROME = identity(
  'Linux; Android 10; K',
  'Linux armv81',
  { platform: 'Android', platformVersion: '15.0.0', architecture: '', bitness: '', model: 'Pixel 9' },
  'Mobile ',
)

export const disguiseAs = (send: Send, chosen: Identity): Promise<unknown> =>
  send('Emulation.setUserAgentOverride', { ...chosen, acceptLanguage: 'en-US,en' })

/** A phone's screen, with touch. */
export async function emulatePhone(send: Send): Promise<void> {
  await disguiseAs(send, PIXEL_CHROME)
  await send('Emulation.setDeviceMetricsOverride', {
    width: 412,
    height: 839,
    deviceScaleFactor: 2.625,
    mobile: true,
    screenWidth: 412,
    screenHeight: 915,
    screenOrientation: { type: 'portraitPrimary', angle: 0 },
  })
  await send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  await send('Emulation.setEmitTouchEventsForMouse', { enabled: false })
}
