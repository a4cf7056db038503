/** `byhand webhooks`: manages webhooks and their deliveries. */
import { Command, Option } from 'commander'
import type { DeliveryItem, IssuedWebhook, WebhookItem } from '../contract/dashboard/webhooks.ts'
import { type Given, openNames } from './operations/named.ts'
import { asDate, type Columns, CommandError, nameValueLines, type Terminal } from './terminal.ts'

export function webhooksCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'webhooks')
  const missing = ({ fields: { id } }: Given) =>
    `There is no webhook ${id}. Run \`byhand webhooks list\` to see all.`
  const withSecret = ({ webhook, secret }: IssuedWebhook) => ({ ...webhook, secret })

  const commands = [
    named({ name: 'list', operation: 'listWebhooks', columns: WEBHOOK_COLUMNS }),
    named<IssuedWebhook>({
      name: 'create',
      description: 'create a webhook; its secret is shown only once',
      operation: 'createWebhook',
      arguments: { url: undefined },
      options: { events: 'event' },
      defaults: { name: '' },
      text: ({ webhook: { id, url }, secret }) =>
        nameValueLines([
          ['Id', id],
          ['URL', url],
          ['Secret', secret],
        ]),
      json: withSecret,
    }),
    named<WebhookItem>({
      name: 'update',
      description: 'change a webhook; settings whose option is omitted stay as they are',
      operation: 'updateWebhook',
      options: { events: 'event', enabled: null },
      more: [
        new Option('--enable', 'resume sending events').conflicts('disable'),
        new Option('--disable', 'stop sending events'),
      ],
      want: ({ fields, options: { enable, disable } }) => ({
        fields: { ...fields, ...((enable || disable) && { enabled: enable === true }) },
      }),
      text: ({ id }) => `Changed ${id}.`,
      missing,
    }),
    named({
      name: 'delete',
      description: 'delete a webhook and its deliveries',
      operation: 'deleteWebhook',
      text: (_, { fields: { id } }) => `Deleted ${id}.`,
      json: (_, { fields: { id } }) => ({ id, deleted: true }),
      missing,
    }),
    named<DeliveryItem>({
      name: 'test',
      description: 'send a test event now',
      operation: 'testWebhook',
      text: ({ state }) => `Test event: ${state}.`,
      missing,
      after({ state, tries }) {
        if (state === 'delivered') return
        throw new CommandError(`The test event was not delivered: ${tries.at(-1)?.problem}.`)
      },
    }),
    named<IssuedWebhook>({
      name: 'rotate',
      description: 'create a new secret; requests are signed with both during the overlap',
      operation: 'rotateWebhookSecret',
      options: { overlap_hours: 'overlap' },
      text: ({ secret }) => secret,
      json: withSecret,
      missing,
    }),
    named({
      name: 'deliveries',
      description: 'list deliveries, newest first',
      operation: 'listWebhookDeliveries',
      defaults: { limit: 100 },
      columns: DELIVERY_COLUMNS,
      missing,
    }),
    named<DeliveryItem>({
      name: 'redeliver',
      description: 'send a delivery again; a running service sends it within seconds',
      operation: 'redeliverWebhook',
      text: ({ id }) => `Queued as ${id}.`,
      missing: ({ fields: { id } }) => `There is no delivery ${id}.`,
    }),
  ]

  const command = new Command('webhooks').description('manage webhooks and their deliveries').addHelpText(
    'after',
    `
Examples:
  byhand webhooks create https://shop.example.org/byhand --event session.completed survey.flagged
  byhand webhooks list
  byhand webhooks test wh_4Xw0sT9bQmZc2sYc`,
  )
  for (const each of commands) command.addCommand(each)
  return command
}

const WEBHOOK_COLUMNS: Columns<WebhookItem> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  events: ({ events }) => events.join(', '),
  state: ({ enabled, disabled_reason }) =>
    enabled ? 'enabled' : disabled_reason === null ? 'disabled' : `disabled: ${disabled_reason}`,
  'last delivery': ({ last_delivery: last }) =>
    last === null ? 'never' : `${last.state} ${asDate(last.at)}`,
}

const DELIVERY_COLUMNS: Columns<DeliveryItem> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  created: ({ created_at }) => asDate(created_at),
  state: ({ state }) => state,
  attempts: ({ tries }) => tries.length,
  status: ({ tries }) => tries.at(-1)?.status ?? tries.at(-1)?.problem ?? '',
}
