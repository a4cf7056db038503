import type { UploadList } from '../../contract/dashboard/surveys.ts'
import { usePermissions } from '../me.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { texts } from '../texts.ts'
import { NewUpload } from '../uploads/new_upload.tsx'
import { Progress } from '../uploads/progress.tsx'
import { isUnfinished } from '../uploads/unfinished.ts'
import { useData } from '../use_data.ts'

const words = texts.uploads
const DOCS = ['how-to/check-a-survey-file', 'reference/survey'] as const
const POLL_MS = 1_000

export function Uploads() {
  const can = usePermissions()
  const uploads = useData<UploadList>(
    ['survey-jobs'],
    {},
    {
      refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? POLL_MS : false),
    },
  )
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      {can.analyze && <NewUpload />}
      <Loaded query={uploads}>
        {({ items }) => items.map((item) => <Progress key={item.id} item={item} />)}
      </Loaded>
    </Page>
  )
}
