/** `byhand webhooks`: manages webhooks and their deliveries. */
import { Command, Option } from 'commander'
import {
  type DeliveryItem,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookItem,
} from '../contract/dashboard/webhooks.ts'
import { defined } from '../contract/defined.ts'
import { PROGRAM_VERSION } from '../server/config/program_version.ts'
import { openLog } from '../server/telemetry/log.ts'
import { type ManagedWebhooks, openManagedWebhooks } from '../server/webhooks/managed_webhooks.ts'
import { openSender } from '../server/webhooks/sender.ts'
import type { OverlapHours } from '../server/workspace/keys.ts'
import { overlapOption } from './overlap_option.ts'
import {
  asDate,
  type Columns,
  CommandError,
  listing,
  nameValueLines,
  printResult,
  type Terminal,
} from './terminal.ts'
import { type CommandOptions, type CommandWorkspace, inWorkspace, subcommand } from './workspace_command.ts'

const eventOption = () => new Option('--event <event...>', 'events to send').choices([...WEBHOOK_EVENTS])

export function webhooksCommand(terminal: Terminal): Command {
  function operate<Result>(
    options: CommandOptions,
    missing: string | undefined,
    run: (webhooks: ManagedWebhooks, opened: CommandWorkspace) => Promise<Result>,
  ): Promise<Result> {
    return inWorkspace(
      'webhooks',
      options,
      (opened) => {
        const { store, config, audit, now } = opened
        const allowPrivate = config.webhookPrivateTargets
        const log = openLog('warn', (line) => terminal.note(line))
        const userAgent = `Byhand/${PROGRAM_VERSION}`
        const sender = openSender({ store, log, now, allowPrivate, userAgent })
        // A running service sends queued deliveries within seconds.
        return run(openManagedWebhooks({ store, audit, now, allowPrivate, sender, wake: () => {} }), opened)
      },
      missing,
    )
  }

  const list = subcommand('list', 'list webhooks').action(async (options: CommandOptions) => {
    const { items } = await operate(options, undefined, (webhooks, { actor }) =>
      webhooks.list(actor.workspace),
    )
    printResult(terminal, options, items, () => listing(WEBHOOK_COLUMNS, items))
  })

  const create = subcommand('create', 'create a webhook; its secret is shown only once')
    .argument('<url>', 'https URL of the receiver')
    .addOption(eventOption().makeOptionMandatory())
    .option('--name <name>', 'a name to recognize the webhook by', '')
    .action(async (url: string, options: CommandOptions & { event: WebhookEvent[]; name: string }) => {
      const request = { url, name: options.name, events: [...new Set(options.event)] }
      const { webhook, secret } = await operate(options, undefined, (webhooks, { actor }) =>
        webhooks.create(actor, request),
      )
      printResult(terminal, options, { ...webhook, secret }, () =>
        nameValueLines([
          ['Id', webhook.id],
          ['URL', webhook.url],
          ['Secret', secret],
        ]),
      )
    })

  const update = subcommand('update', 'change a webhook; settings whose option is omitted stay as they are')
    .argument('<id>', 'the ID of the webhook, as shown by `webhooks list`')
    .option('--url <url>', 'new URL of the receiver')
    .addOption(eventOption())
    .option('--name <name>', 'new name')
    .addOption(new Option('--enable', 'resume sending events').conflicts('disable'))
    .option('--disable', 'stop sending events')
    .action(async (id: string, options: UpdateOptions) => {
      const { url, name, event, enable, disable } = options
      const change = {
        ...defined({ url, name }),
        ...(event !== undefined && { events: [...new Set(event)] }),
        ...((enable || disable) && { enabled: enable === true }),
      }
      if (Object.keys(change).length === 0) throw new CommandError('Specify at least one change.')
      const webhook = await operate(options, noWebhook(id), (webhooks, { actor }) =>
        webhooks.change(actor, id, change),
      )
      printResult(terminal, options, webhook, () => `Changed ${id}.`)
    })

  const remove = subcommand('delete', 'delete a webhook and its deliveries')
    .argument('<id>', 'the ID of the webhook')
    .action(async (id: string, options: CommandOptions) => {
      await operate(options, noWebhook(id), (webhooks, { actor }) => webhooks.remove(actor, id))
      printResult(terminal, options, { id, deleted: true }, () => `Deleted ${id}.`)
    })

  const rotate = subcommand('rotate', 'create a new secret; requests are signed with both during the overlap')
    .argument('<id>', 'the ID of the webhook')
    .addOption(overlapOption('hours during which requests are signed with both secrets'))
    .action(async (id: string, options: CommandOptions & { overlap: string }) => {
      const hours = Number(options.overlap) as OverlapHours
      const { webhook, secret } = await operate(options, noWebhook(id), (webhooks, { actor }) =>
        webhooks.rotate(actor, id, { overlap_hours: hours }),
      )
      printResult(terminal, options, { ...webhook, secret }, () => secret)
    })

  const test = subcommand('test', 'send a test event now')
    .argument('<id>', 'the ID of the webhook')
    .action(async (id: string, options: CommandOptions) => {
      const delivery = await operate(options, noWebhook(id), (webhooks, { actor }) =>
        webhooks.test(actor, id),
      )
      printResult(terminal, options, delivery, () => `Test event: ${delivery.state}.`)
      if (delivery.state !== 'delivered') {
        throw new CommandError(`The test event was not delivered: ${delivery.tries.at(-1)?.problem}.`)
      }
    })

  const deliveries = subcommand('deliveries', 'list deliveries, newest first')
    .argument('<id>', 'the ID of the webhook')
    .option('--cursor <cursor>', '`next` of the previous page')
    .action(async (id: string, options: CommandOptions & { cursor?: string }) => {
      const page = await operate(options, noWebhook(id), (webhooks, { actor }) =>
        webhooks.deliveries(actor.workspace, id, { cursor: options.cursor, limit: 100 }),
      )
      printResult(terminal, options, page, () => listing(DELIVERY_COLUMNS, page.items))
      if (page.next !== null && !options.json) terminal.note(`More: --cursor ${page.next}\n`)
    })

  const redeliver = subcommand(
    'redeliver',
    'send a delivery again; a running service sends it within seconds',
  )
    .argument('<delivery>', 'the ID of the delivery, as shown by `webhooks deliveries`')
    .action(async (id: string, options: CommandOptions) => {
      const missing = `There is no delivery ${id}.`
      const delivery = await operate(options, missing, (webhooks, { actor }) => webhooks.redeliver(actor, id))
      printResult(terminal, options, delivery, () => `Queued as ${delivery.id}.`)
    })

  const command = new Command('webhooks').description('manage webhooks and their deliveries').addHelpText(
    'after',
    `
Examples:
  byhand webhooks create https://shop.example.org/byhand --event session.completed survey.flagged
  byhand webhooks list
  byhand webhooks test wh_4Xw0sT9bQmZc2sYc`,
  )
  for (const each of [list, create, update, remove, test, rotate, deliveries, redeliver])
    command.addCommand(each)
  return command
}

interface UpdateOptions extends CommandOptions {
  readonly url?: string
  readonly name?: string
  readonly event?: WebhookEvent[]
  readonly enable?: boolean
  readonly disable?: boolean
}

const noWebhook = (id: string) => `There is no webhook ${id}. Run \`byhand webhooks list\` to see all.`

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
