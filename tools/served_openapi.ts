/** The OpenAPI document of a service that it starts and stops. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../src/server/boot/start.ts'
import { readConfig } from '../src/server/config/config.ts'

export async function servedOpenApi(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'byhand-openapi-'))
  const service = await startService(readConfig({ BYHAND_DATA: folder, BYHAND_PORT: '0' }), {
    writeLog: () => {},
  })
  try {
    return await (await fetch(`${service.address}/openapi.json`)).json()
  } finally {
    await service.close()
    rmSync(folder, { recursive: true })
  }
}
