/** Due deliveries are looked up by webhook, so that those of one webhook are not behind those of another. */
export const DELIVERIES_INDEX = {
  name: 'deliveries_by_webhook',
  on: 'deliveries (workspace, webhook_id, next_at) WHERE next_at IS NOT NULL',
} as const
