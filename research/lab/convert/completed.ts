/** Adds the data of a visit that third-party and older recordings lack, but the script and the service record. */
import type { DeviceReading } from '../../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../../src/contract/batch/codec.ts'
import type { ChallengeResult, Receipt } from '../../../src/contract/network.ts'
import { WINDOWS_CHROME } from './personas/device.ts'

type Signals = DeviceReading['signals']

const PASSED: ChallengeResult = { result: 'passed', known: true }

/** Expects `batches` in order. The device is the session's own, or by default an ordinary laptop. */
export function completed(
  batches: readonly RecordedBatch[],
  challenge: ChallengeResult = PASSED,
): RecordedBatch[] {
  const read = batches.flatMap(({ batch }) => batch.device ?? [])[0]
  const signals = read?.signals ?? WINDOWS_CHROME
  return batches.map(({ batch, receipt }, index) => {
    const before = batches[index - 1]?.receipt.at
    return {
      batch: index === 0 && read === undefined ? { ...batch, device: [{ at: 'load', signals }] } : batch,
      receipt: {
        ...(batch.seq === 0 && headersOf(signals)),
        ...(before !== undefined && { tokenAgeMs: Math.max(0, receipt.at - before) }),
        ...(index === batches.length - 1 && { challenge }),
        ...receipt,
      },
    }
  })
}

/** Headers that a browser with these signals sends to a service over HTTPS. */
function headersOf(signals: Signals): Omit<Receipt, 'at'> {
  const userAgent = String(signals.user_agent)
  const isChromium = /Chrome\//.test(userAgent)
  const languages = Array.isArray(signals.languages) ? signals.languages : ['en']
  return {
    userAgent,
    acceptLanguage: `${languages[0]};q=0.9`,
    ...(isChromium && { clientHints: 'sec-ch-ua: "Chromium";v="150"' }),
    headers: {
      secure: 'yes',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      'accept-encoding': 'gzip, deflate, br',
    },
  }
}
