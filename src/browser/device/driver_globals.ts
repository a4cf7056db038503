/** Names that drivers leave on window or document; most appear with their first command. No bare words: pages use those. */
import { doc, namesOf, win } from '../natives.ts'

const DRIVER =
  /^(\$?cdc_|\$chrome_async|ret_nodes|se_exported|__pw|__playwright|puppeteer_|__stagehand|taiko_|_+(webdriver|selenium|fxdriver|driver)|domAutomation).*/gim

export const driverGlobals = () =>
  // One search through all names takes half as long as a thousand.
  ([...namesOf(win), ...namesOf(doc)].join('\n').match(DRIVER) ?? []).slice(0, 20)
