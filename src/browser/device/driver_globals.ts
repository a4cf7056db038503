/** Names that drivers leave on window or document; most appear with their first command. No bare words: pages use those. */
import { doc, namesOf, win } from '../natives.ts'

const DRIVER =
  /^(\$?cdc_|\$chrome_async|ret_nodes|se_exported|__pw|__playwright|puppeteer_|__stagehand|taiko_|_+((fx|web)?driver|selenium)|domAutomation).*/gim

/** All of window's, as last read: listing a thousand takes a while, and `window_extra` needs them next. */
export let windowNames: string[]

export function driverGlobals() {
  windowNames = namesOf(win)
  // One search through all names takes half as long as a thousand.
  return ([...windowNames, ...namesOf(doc)].join('\n').match(DRIVER) ?? []).slice(0, 20)
}
