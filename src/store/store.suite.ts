/** The conformance suite of the storage engines. It tests the interface only. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from './store.ts'
import { accountsSuite } from './suite/accounts.ts'
import { appendSuite } from './suite/append.ts'
import { auditSuite } from './suite/audit.ts'
import { backupSuite } from './suite/backup.ts'
import { challengesSuite } from './suite/challenges.ts'
import { countsSuite } from './suite/counts.ts'
import type { Engine, Place } from './suite/engine.ts'
import { eraseSuite } from './suite/erase.ts'
import { factsSuite } from './suite/facts.ts'
import { keysSuite } from './suite/keys.ts'
import { laterAnalysesSuite } from './suite/later_analyses.ts'
import { lifetimeSuite } from './suite/lifetime.ts'
import { listsSuite } from './suite/lists.ts'
import { marksSuite } from './suite/marks.ts'
import { membersSuite } from './suite/members.ts'
import { questionStatsSuite } from './suite/question_stats.ts'
import { ratesSuite } from './suite/rates.ts'
import { referencesSuite } from './suite/references.ts'
import { reportsSuite } from './suite/reports.ts'
import { sessionNotificationsSuite } from './suite/session_notifications.ts'
import { stepUpsSuite } from './suite/step_ups.ts'
import { surveyListsSuite } from './suite/survey_lists.ts'
import { surveysSuite } from './suite/surveys.ts'
import { textSuite } from './suite/text.ts'
import { uploadsSuite } from './suite/uploads.ts'
import { usedResultsSuite } from './suite/used_results.ts'
import { verdictsSuite } from './suite/verdicts.ts'
import { webhooksSuite } from './suite/webhooks.ts'

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
    laterAnalysesSuite(store)
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
    ratesSuite(store, engine.shared)
    textSuite(store)
    lifetimeSuite(engine)
    backupSuite(engine)
  })
}
