import { afterAll, beforeAll, it } from 'vitest'
import { manageClient } from './manage_client.ts'
import { driveExamples } from './openapi_drive.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service?.stop())

it('every request example succeeds as documented', async () => {
  await driveExamples(service, (key) => manageClient(service.address, key))
}, 120_000)
