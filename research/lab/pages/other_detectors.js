/* Runs two open-source detectors in the same browser and run, on the page that follows the survey. */
import { load } from '@fingerprintjs/botd'
import FingerprintScanner from 'fpscanner'

async function runBotd() {
  const detector = await load({ monitoring: false })
  const { bot, botKind } = await detector.detect()
  return bot ? { bot, reasons: [botKind] } : { bot, reasons: [] }
}

/** fpscanner's own result counts every rule, even a clock set to UTC; only rules of high severity count here. */
async function runFpscanner() {
  const { fastBotDetectionDetails } = await new FingerprintScanner().collectFingerprint({ encrypt: false })
  const reasons = Object.entries(fastBotDetectionDetails)
    .filter(([, rule]) => rule.detected && rule.severity === 'high')
    .map(([name]) => name)
  return { bot: reasons.length > 0, reasons }
}

const say = (error) => ({ bot: null, reasons: [String(error).slice(0, 100)] })
const within = (promise) =>
  Promise.race([
    promise.catch(say),
    new Promise((resolve) => setTimeout(() => resolve({ bot: null, reasons: ['timeout'] }), 8000)),
  ])

void Promise.all([within(runBotd()), within(runFpscanner())]).then(([botd, fpscanner]) =>
  fetch('/verdicts', {
    method: 'POST',
    body: JSON.stringify({ botd, fpscanner, userAgent: navigator.userAgent }),
  }),
)
