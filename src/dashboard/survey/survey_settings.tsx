import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SurveySettings as Settings } from '../../contract/dashboard/survey_settings.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Form, Select, textOf } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey

/** The settings of a survey. A change analyzes its participants again. */
export function SurveySettings({ id }: { id: string }) {
  const cache = useQueryClient()
  const can = usePermissions()
  const [isSaved, setSaved] = useState(false)
  const segments = ['surveys', id, 'settings']
  const settings = useData<Settings>(segments)
  if (!can.analyze) return null
  return (
    <Loaded query={settings}>
      {({ review_effort }) => (
        <Form
          submit={texts.save}
          send={(fields) =>
            change<Settings>('PUT', apiPath(segments), {
              review_effort: Number(textOf(fields, 'review_effort')),
            })
          }
          onDone={() => {
            setSaved(true)
            void cache.invalidateQueries({ queryKey: ['survey-again', id] })
          }}
        >
          <Select
            label={words.reviewEffort}
            name="review_effort"
            value={String(review_effort)}
            options={words.reviewEffortOptions.map((text, rating) => [String(rating), text] as const)}
          />
          {isSaved && <Notice tone="good">{words.settingsSaved}</Notice>}
        </Form>
      )}
    </Loaded>
  )
}
