/** The conformance suite of the storage engines. It tests the interface only. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { accountsSuite } from './accounts.ts'
import { analyzeAgainSuite } from './analyze_again.ts'
import { appendSuite } from './append.ts'
import { auditSuite } from './audit.ts'
import { backupSuite } from './backup.ts'
import { challengesSuite } from './challenges.ts'
import { clockSuite } from './clock.ts'
import { countsSuite } from './counts.ts'
import type { Engine, Place } from './engine.ts'
import { eraseSuite } from './erase.ts'
import { factsSuite } from './facts.ts'
import { keysSuite } from './keys.ts'
import { lifetimeSuite } from './lifetime.ts'
import { listsSuite } from './lists.ts'
import { marksSuite } from './marks.ts'
import { membersSuite } from './members.ts'
import { questionStatsSuite } from './question_stats.ts'
import { queuedErasuresSuite } from './queued_erasures.ts'
import { ratesSuite } from './rates.ts'
import { referencesSuite } from './references.ts'
import { reportsSuite } from './reports.ts'
import { sessionNotificationsSuite } from './session_notifications.ts'
import { stepUpsSuite } from './step_ups.ts'
import { straySuite } from './stray.ts'
import { surveyListsSuite } from './survey_lists.ts'
import { surveysSuite } from './surveys.ts'
import { textSuite } from './text.ts'
import { uploadsSuite } from './uploads.ts'
import { usedResultsSuite } from './used_results.ts'
import { verdictsSuite } from './verdicts.ts'
import { webhooksSuite } from './webhooks.ts'

export function storeSuite(engine: Engine): void {
  describe(`store on ${engine.name}`, () => {
    let place: Place
    let open: Store
    const store = () => open

    beforeAll(async () => {
      place = await engine.place()
      open = await place.open()
    })
    afterAll(async () => {
      await open?.close()
      await place?.remove()
    })

    appendSuite(store)
    listsSuite(store)
    reportsSuite(store)
    eraseSuite(store)
    keysSuite(store)
    accountsSuite(store)
    membersSuite(store)
    surveysSuite(store)
    questionStatsSuite(store)
    surveyListsSuite(store)
    analyzeAgainSuite(store)
    verdictsSuite(store)
    factsSuite(store)
    sessionNotificationsSuite(store)
    countsSuite(store)
    marksSuite(store)
    auditSuite(store)
    webhooksSuite(store)
    uploadsSuite(store)
    challengesSuite(store)
    usedResultsSuite(store)
    stepUpsSuite(store)
    referencesSuite(store)
    clockSuite(store)
    straySuite(store)
    queuedErasuresSuite(store)
    ratesSuite(store, engine.shared)
    textSuite(store)
    lifetimeSuite(engine)
    backupSuite(engine)
  })
}
