import type { UploadItem } from '../../contract/dashboard/surveys.ts'

export const isUnfinished = (item: UploadItem | undefined): boolean =>
  item?.state === 'running' || item?.state === 'canceling'
