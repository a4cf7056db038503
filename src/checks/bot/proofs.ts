/** What only automation tools leave. */
import type { SessionFeatures } from '../../features/session/session.ts'
import { counted } from '../sentence.ts'
import { isVerified } from './conditions.ts'
import { isUnread, NO_DEVICE_DATA } from './traces/no_device_data.ts'
import { PRESSURELESS_RUN } from './traces/pressureless_presses.ts'

/** Globals that only drivers create. Checked on the server again, because the browser's list cannot be trusted. */
const DRIVER_GLOBAL =
  /^(\$?cdc_\w+_(Array|Object|Promise|Symbol|JSON|Proxy|Window)|ret_nodes|se_exportedFunctionSymbol|__pwInitScripts|__playwright\w*|__pw_\w+|puppeteer_\w+|__puppeteer\w*|__stagehand\w*|taiko_\w+|__webdriver\w*|__selenium\w*|__driver_\w+|__fxdriver\w*|_selenium\w*|\$chrome_asyncScriptInfo)$/

export function findProofs(features: SessionFeatures): string[] {
  const { device, clicks, coverage } = features
  const found: string[] = []
  if (isUnread(features) && coverage.ended) found.push(NO_DEVICE_DATA)
  if (device.webdriver === true) found.push('navigator.webdriver is true')
  const globals = device.driverGlobals.filter((name) => DRIVER_GLOBAL.test(name))
  if (globals.length > 0)
    found.push(`${counted(globals.length, 'global variable')} left by an automation driver`)
  if (device.headless) found.push('a headless browser')
  if (isVerified(device.browser) && clicks.longestPressurelessRun >= PRESSURELESS_RUN) {
    found.push(`${clicks.longestPressurelessRun} mouse presses in a row without pressure`)
  }
  return found
}
