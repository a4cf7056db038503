/** Globals of drivers on window or document, most of which appear with the first command. Pages use plain words too. */
import { doc, namesOf, win } from '../natives.ts'

const DRIVER =
  /^(\$?cdc_|\$chrome_async|ret_nodes|se_exported|__pw|__playwright|puppeteer_|__stagehand|taiko_|_+((fx|web)?driver|selenium)|domAutomation).*/gim

/** All names of window, as last read: listing a thousand is slow, and `window_extra` needs them next. */
export let windowNames: string[]

export function driverGlobals() {
  windowNames = namesOf(win)
  // One search through the joined names takes half as long as a thousand searches.
  return ([...windowNames, ...namesOf(doc)].join('\n').match(DRIVER) ?? []).slice(0, 20)
}
