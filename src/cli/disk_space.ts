/** Commands leave as much free disk space as the service does (`BYHAND_MIN_FREE_DISK`). */
import type { Config } from '../server/config/config.ts'
import { readDiskSpace } from '../server/telemetry/free_disk.ts'

export type DiskConfig = Pick<Config, 'store' | 'dataFolder' | 'minFreeDiskMiB'>

export const spaceOf = (folder: string, { minFreeDiskMiB }: DiskConfig) =>
  readDiskSpace(folder, minFreeDiskMiB * 2 ** 20)

/** Whether a file of this size fits into the folder and leaves the floor free. */
export async function fits(bytes: number, folder: string, config: DiskConfig): Promise<boolean> {
  const space = await spaceOf(folder, config)
  return space === null || space.freeBytes - bytes >= space.floorBytes
}
