import type { ReturnSearch } from '@open-oms/client/types'
import { dayIn, textIn } from '../address-search.ts'
import { endOfDay, startOfDay } from '../display/zoned-time.ts'

/** Which returns the desk lists, as the address of its page says it. */
export type DeskView = {
  /** Words of the return or of its order. */
  text?: string
  /** The whole number of an order, for who may not see whose returns they are. */
  number?: string
  /** What the returns wait for. */
  queue?: DeskQueue
  /** A status of return forms. */
  status?: string
  /** The store that took the goods back, or that sold them. */
  store?: string
  /** Created on this day or later, as `2026-03-01`. */
  from?: string
  /** Created on this day or earlier. */
  to?: string
}

export const deskQueues = ['receive', 'refund'] as const
type DeskQueue = (typeof deskQueues)[number]

/** The state of the list in an address; what it does not understand is left out. */
export function readDeskView(raw: Readonly<Record<string, unknown>>): DeskView {
  const queue = deskQueues.find((one) => one === raw.queue)
  const texts = (['text', 'number', 'status', 'store'] as const).map((name) => [name, textIn(raw[name])])
  const days = (['from', 'to'] as const).map((name) => [name, dayIn(raw[name])])
  return present([...texts, ['queue', queue], ...days])
}

/** A view with other filters, without those that are empty. */
export function changedDeskView(view: DeskView, changes: { [Name in keyof DeskView]?: DeskView[Name] | undefined }): DeskView {
  return present(Object.entries({ ...view, ...changes }))
}

/** What is said of the days of creation, and nothing else. */
export function createdDays<Days extends { from?: string | undefined; to?: string | undefined }>(
  of: Days,
): Pick<Days, 'from' | 'to'> {
  const said = (['from', 'to'] as const).filter((name) => name in of)
  return Object.fromEntries(said.map((name) => [name, of[name]])) as Pick<Days, 'from' | 'to'>
}

function present(entries: readonly (readonly unknown[])[]): DeskView {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== '')) as DeskView
}

/** The search of the API for a view. What waits longest comes first in a queue. */
export function toReturnSearch(view: DeskView, { awaited, zone }: { awaited: string | null; zone: string }): ReturnSearch {
  const { text, number, queue, status, store, from, to } = view
  const statuses = [...(status === undefined ? [] : [status]), ...(queue === 'receive' && awaited !== null ? [awaited] : [])]
  return {
    ...(text === undefined ? {} : { searchText: text }),
    ...(number === undefined ? {} : { orderNumber: number }),
    ...(queue === 'refund' ? { awaitsRefund: true } : {}),
    ...(statuses.length === 0 ? {} : { selectedStatuses: statuses }),
    ...(store === undefined ? {} : { selectedStores: [store] }),
    ...(from === undefined ? {} : { createdFrom: startOfDay(from, zone).toISOString() }),
    ...(to === undefined ? {} : { createdTo: endOfDay(to, zone).toISOString() }),
    sortOrder: queue === undefined ? 'CreatedDescending' : 'CreatedAscending',
  }
}

/** What `GET /api/Configuration/Names` says of the order type of return forms. */
type ReturnType = { statuses: readonly { name: string; isDelivered: boolean; isCanceled: boolean }[] }

/** The statuses of return forms by what they mean at the desk. */
export type DeskStatuses = {
  /** The goods are on their way; null where there are no return forms. */
  awaited: string | null
  /** The goods have come in. */
  received: readonly string[]
  /** The money goes back. */
  paid: readonly string[]
  rejected: readonly string[]
}

/** What the statuses of return forms mean (docs/reference/behaviour/returns.md#return-search). */
export function deskStatuses(type: ReturnType | undefined): DeskStatuses {
  const [first, ...others] = type?.statuses ?? []
  const names = (isWanted: (status: ReturnType['statuses'][number]) => boolean) =>
    others.filter((status) => status.name !== DELETED && isWanted(status)).map(({ name }) => name)
  return {
    awaited: first?.name ?? null,
    received: names(({ isDelivered, isCanceled }) => !isDelivered && !isCanceled),
    paid: names(({ isDelivered }) => isDelivered),
    rejected: names(({ isCanceled }) => isCanceled),
  }
}

const DELETED = 'Deleted'

/** Where a return stands at the desk. */
export type Stage = 'awaited' | 'received' | 'paid' | 'rejected'

/** The stage of a form by its status; one whose status is configured no longer has come in. */
export function stageIn({ awaited, paid, rejected }: DeskStatuses, status: string | null): Stage {
  if (status === null || status === awaited) return 'awaited'
  if (paid.includes(status)) return 'paid'
  return rejected.includes(status) || status === DELETED ? 'rejected' : 'received'
}
