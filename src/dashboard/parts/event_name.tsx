import type { DeliveryItem } from '../../contract/dashboard/webhooks.ts'
import { texts } from '../texts.ts'

/** A webhook event in plain words, with its code. */
export function EventName({ type }: { type: DeliveryItem['type'] }) {
  return (
    <span className="event-name">
      {texts.webhooks.eventNames[type]} <code className="small-print">{type}</code>
    </span>
  )
}
