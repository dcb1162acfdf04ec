import { deliveryStates } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import type { DeliveryChoice } from '../modules/webhooks/webhook-log.ts'

export const usage = `Usage: npx oms webhooks list [--id N] [--from T] [--to T] [--subscription S] [--state X] [--take N]
       npx oms webhooks replay (--id N | --from T [--to T]) [--subscription S] [--state X]

list    shows deliveries of events to webhook subscriptions, the newest first; 50 unless --take says more.
replay  has the running service send them once more, with the same event ids, the events of an order in their order.

N is the number of a delivery. T is a time such as 2026-01-31 or 2026-01-31T08:00Z, UTC unless it has a zone: deliveries that were
written from --from until before --to. X is one of ${deliveryStates.join(', ')}. The database is that of the system that "npm start"
runs, or ORDERS_WORKFLOW_DATABASE_URL. Ends with 0 when it was done, 1 when it could not be, 2 when the command is wrong.`

export type WebhookCommand =
  | { action: 'list'; choice: DeliveryChoice; take: number }
  | { action: 'replay'; choice: DeliveryChoice }

const TAKE = 50
const TAKE_MAX = 10_000

const options = {
  id: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  subscription: { type: 'string' },
  state: { type: 'string' },
  take: { type: 'string' },
} as const

/**
 * Reads the arguments of `npx oms webhooks` (webhooks.md#webhook-log). Null for help. Throws
 * UsageError.
 */
export function readCommand(args: readonly string[]): WebhookCommand | null {
  const { values, positionals } = readArguments(args, options)
  if (values.help) return null
  const [action, ...more] = positionals
  if ((action !== 'list' && action !== 'replay') || more.length > 0) throw new UsageError('Say what to do: list or replay.')
  const choice = readDeliveryChoice(values)
  if (action === 'list') return { action, choice, take: parseNumberOption('--take', values.take) ?? TAKE }
  if (values.take !== undefined) throw new UsageError('--take belongs to list.')
  // Replaying everything is almost never intended.
  if (choice.id === null && choice.from === null) throw new UsageError('Which ones? Give --id N, or --from T.')
  return { action, choice }
}

function readDeliveryChoice(values: ReturnType<typeof readArguments<typeof options>>['values']): DeliveryChoice {
  const [from, before] = [parseTimeOption('--from', values.from), parseTimeOption('--to', values.to)]
  if (from !== null && before !== null && before <= from) throw new UsageError('--to must be after --from.')
  if (values.subscription === '') throw new UsageError('--subscription needs the id of a subscription.')
  const state = deliveryStates.find((known) => known === values.state) ?? null
  if (values.state !== undefined && state === null)
    throw new UsageError(`--state is one of ${deliveryStates.join(', ')}, not "${values.state}".`)
  return { id: parseNumberOption('--id', values.id), from, before, subscriptionId: values.subscription ?? null, state }
}

function parseNumberOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (/^[1-9]\d{0,14}$/.test(text) && (name === '--id' || number <= TAKE_MAX)) return number
  throw new UsageError(name === '--id' ? '--id needs the number of a delivery.' : `${name} needs a number up to ${TAKE_MAX}.`)
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

function parseTimeOption(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const [, clock, , , zone] = TIME.exec(text) ?? []
  const time = new Date(clock !== undefined && zone === undefined ? `${text}Z` : text)
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time
  throw new UsageError(`${name} must be a time such as 2026-01-31T08:00Z; it is "${text}".`)
}
