/** Queues the event of a survey that was analyzed again by itself. Queueing it again yields the same deliveries. */
import type { AgainRequest } from '../../store/analyze_again.ts'
import type { Store } from '../../store/store.ts'
import { countSuperseded } from '../survey/again/superseded.ts'
import { deliveryOf, settledEvent } from './events.ts'

export interface SettledEventsOptions {
  readonly store: Pick<Store, 'surveys' | 'webhooks'>
  now(): number
}

export function openSettledEvents({ store, now }: SettledEventsOptions) {
  return async (request: AgainRequest): Promise<void> => {
    const { workspace, surveyId } = request
    const webhooks = (await store.webhooks.list(workspace)).filter(
      ({ enabled, events }) => enabled && events.includes('survey.settled'),
    )
    if (webhooks.length === 0) return
    const counts = await countSuperseded(store, workspace, surveyId)
    // Erased in the meantime.
    if (counts.participants === 0) return
    const event = settledEvent(request, counts, now())
    await store.webhooks.enqueue(webhooks.map((webhook) => deliveryOf(webhook, event, event.at)))
  }
}
