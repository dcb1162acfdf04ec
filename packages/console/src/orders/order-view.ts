import type { OrderSearch } from '@open-oms/client/types'
import { dayIn, isOn, searchedByNumber, textIn, textsIn } from '../address-search.ts'
import { endOfDay, isTimeZone, startOfDay } from '../display/zoned-time.ts'
import { isFieldSort, sortProperty, type ViewSort } from './field-columns.ts'
import { fieldSearch, readFieldFilters } from './field-filters.ts'

export type SortOrder = NonNullable<OrderSearch['sortOrder']>

/**
 * What the list of orders shows, as the address of the page says it. What is absent narrows
 * nothing.
 */
export type OrderView = {
  text?: string
  /** The whole number of an order: who may not see whose orders they are searches by that alone. */
  number?: string
  /** One of these statuses. */
  status?: string[]
  /** None of these statuses. */
  notStatus?: string[]
  store?: string[]
  type?: string
  payment?: string[]
  fulfilment?: string[]
  /** All of these tags. */
  tag?: string[]
  /** One of these shipping methods. */
  method?: string[]
  /** One of these warehouses. */
  warehouse?: string[]
  /** Line codes or product ids. */
  product?: string[]
  /** Held for one of these reasons. */
  hold?: string[]
  /** How much of it is in stock. */
  stock?: string[]
  /** A part of the name of the customer. */
  customer?: string
  customerId?: string
  /** A total of at least so much, and of at most so much. */
  totalFrom?: number
  totalTo?: number
  /** An authorisation of it expires within a week. */
  expiring?: boolean
  urgent?: boolean
  /** Something of it is to be picked. */
  pickable?: boolean
  /** The name of the person who has it in their queue. */
  picker?: string
  errors?: boolean
  holds?: boolean
  /** Created on this day or later, as `2026-03-01`. */
  from?: string
  /** Created on this day or earlier. */
  to?: string
  /** The time zone of these days; without it that of the person. */
  zone?: string
  /** By declared fields (`readFieldFilters`). */
  field?: string[]
  sort?: ViewSort
  columns?: string[]
  /** A saved search, which is run instead of the filters; of `store` alone where that is there. */
  saved?: string
}

export const sortOrders = [
  'CreatedDescending',
  'CreatedAscending',
  'ModifiedDescending',
  'ModifiedAscending',
  'CustomerNameAscending',
  'CustomerNameDescending',
  'StatusAscending',
  'StatusDescending',
  'StoreAscending',
  'StoreDescending',
  'TotalDescending',
  'TotalAscending',
] as const satisfies readonly SortOrder[]

/**
 * The property that says whose order it is: the queue of a person are the orders with their name in
 * it.
 */
export const PICKER = 'Picker'

const AMOUNT_LIMIT = 1e12

const paymentStatuses = ['NotPaid', 'PartiallyPaid', 'Authorized', 'Paid', 'OverPaid'] as const
const fulfilmentStatuses = [
  'Unfulfilled',
  'PartiallyFulfilled',
  'Fulfilled',
  'PartiallyReturned',
  'Returned',
  'Cancelled',
] as const
export const stockStatuses = ['InStock', 'PartiallyInStock', 'NotInStock'] as const

const flags = ['expiring', 'urgent', 'pickable', 'errors', 'holds'] as const

/**
 * The state of the list in an address. What it does not understand is left out: the address may be
 * old, or typed by a person.
 */
export function readOrderView(raw: Readonly<Record<string, unknown>>): OrderView {
  const view: OrderView = {
    ...textField(raw, 'text'),
    ...textField(raw, 'number'),
    ...listField(raw, 'status'),
    ...listField(raw, 'notStatus'),
    ...listField(raw, 'store'),
    ...textField(raw, 'type'),
    ...listField(raw, 'payment', paymentStatuses),
    ...listField(raw, 'fulfilment', fulfilmentStatuses),
    ...listField(raw, 'tag'),
    ...listField(raw, 'method'),
    ...listField(raw, 'warehouse'),
    ...listField(raw, 'product'),
    ...listField(raw, 'hold'),
    ...listField(raw, 'stock', stockStatuses),
    ...textField(raw, 'customer'),
    ...textField(raw, 'customerId'),
    ...amountField(raw, 'totalFrom'),
    ...amountField(raw, 'totalTo'),
    ...Object.fromEntries(flags.filter((name) => isOn(raw[name])).map((name) => [name, true])),
    ...textField(raw, 'picker'),
    ...fieldField(raw),
    ...dayField(raw, 'from'),
    ...dayField(raw, 'to'),
    ...(typeof raw.zone === 'string' && isTimeZone(raw.zone) ? { zone: raw.zone } : {}),
    ...listField(raw, 'columns'),
    ...textField(raw, 'saved'),
  }
  const sort = isFieldSort(raw.sort) ? raw.sort : sortOrders.find((order) => order === raw.sort)
  return sort === undefined ? view : { ...view, sort }
}

/**
 * The search of the API for a view. Days are those of its time zone, else of that of the person.
 */
export function toOrderSearch(view: OrderView): OrderSearch {
  return {
    ...(view.text === undefined ? {} : { searchText: view.text }),
    ...(view.number === undefined ? {} : { orderNumber: view.number }),
    ...(view.status === undefined ? {} : { selectedStatuses: view.status }),
    ...(view.notStatus === undefined ? {} : { excludedStatuses: view.notStatus }),
    ...(view.store === undefined ? {} : { selectedStores: view.store }),
    ...(view.type === undefined ? {} : { orderType: view.type }),
    ...(view.payment === undefined ? {} : { paymentStatuses: paymentStatuses.filter((one) => view.payment?.includes(one)) }),
    ...(view.fulfilment === undefined
      ? {}
      : { fulfilmentStatuses: fulfilmentStatuses.filter((one) => view.fulfilment?.includes(one)) }),
    ...furtherFilters(view),
    ...(view.pickable ? { isPickable: true } : {}),
    ...(view.picker === undefined ? {} : { property: { key: PICKER, value: view.picker } }),
    ...(view.errors ? { hasErrors: true } : {}),
    ...(view.holds ? { hasHolds: true } : {}),
    ...createdBetween(view),
    ...fieldSearch(view.field),
    ...(isFieldSort(view.sort) ? { sortByProperty: sortProperty(view.sort) } : { sortOrder: view.sort ?? 'CreatedDescending' }),
  }
}

/** The filters of the sheet. */
function furtherFilters(view: OrderView): OrderSearch {
  const { tag, method, warehouse, product, hold, customer, customerId, totalFrom, totalTo } = view
  const filters: { [Name in keyof OrderSearch]?: OrderSearch[Name] | undefined } = {
    tags: tag,
    shippingMethodNames: method,
    warehouseCodes: warehouse,
    productNumbers: product,
    holdReasons: hold,
    inventoryStatuses: view.stock && stockStatuses.filter((one) => view.stock?.includes(one)),
    customerName: customer,
    customerId,
    totalFrom,
    totalTo,
    showOrdersWithAuthExpires: view.expiring,
    urgent: view.urgent,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

function createdBetween({ from, to, zone }: OrderView): Pick<OrderSearch, 'createdFrom' | 'createdTo'> {
  // Looked up only for these: a browser takes milliseconds for its time zone.
  if (from === undefined && to === undefined) return {}
  const inZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    ...(from === undefined ? {} : { createdFrom: startOfDay(from, inZone).toISOString() }),
    ...(to === undefined ? {} : { createdTo: endOfDay(to, inZone).toISOString() }),
  }
}

/** Whether the view narrows the list, so that "nothing found" may be its fault. */
export function isNarrowed({ sort, columns, zone, ...filters }: OrderView): boolean {
  return Object.keys(filters).length > 0
}

/**
 * A view with changed filters: it is no saved search any more, and what is empty is not in its
 * address.
 */
export function changedView(
  { saved, ...view }: OrderView,
  changes: { [Name in keyof OrderView]?: OrderView[Name] | undefined },
): OrderView {
  const all = Object.entries({ ...view, ...changes })
  return Object.fromEntries(all.filter(([, value]) => !isEmpty(value))) as OrderView
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)
}

function textField(raw: Readonly<Record<string, unknown>>, name: string): object {
  const text = textIn(raw[name])
  return text === undefined ? {} : { [name]: text }
}

function amountField(raw: Readonly<Record<string, unknown>>, name: string): object {
  const value = raw[name]
  const isText = typeof value === 'string' && /^\d{1,12}(\.\d{1,4})?$/.test(value)
  const amount = isText ? Number(value) : value
  return typeof amount === 'number' && amount >= 0 && amount < AMOUNT_LIMIT ? { [name]: amount } : {}
}

function listField(raw: Readonly<Record<string, unknown>>, name: string, known?: readonly string[]): object {
  const texts = textsIn(raw[name])
  const list = known === undefined ? texts : texts.filter((one) => known.includes(one))
  return list.length > 0 ? { [name]: list } : {}
}

function fieldField(raw: Readonly<Record<string, unknown>>): object {
  const filters = readFieldFilters(textsIn(raw.field))
  return filters.length > 0 ? { field: filters } : {}
}

function dayField(raw: Readonly<Record<string, unknown>>, name: string): object {
  const day = dayIn(raw[name])
  return day === undefined ? {} : { [name]: day }
}

/**
 * The view as a person sees it who must not see whose orders they are; another one may have sent
 * the address.
 */
export function impersonalView({ customer, sort, ...view }: OrderView): OrderView {
  return { ...searchedByNumber(view), ...(sort === undefined || sort.startsWith('CustomerName') ? {} : { sort }) }
}

/**
 * Limits a view of orders to a store, unless it says of which stores its orders are; a saved search
 * always.
 */
export function viewOfStore(view: OrderView, store: string | null): OrderView {
  return store === null || (view.store !== undefined && view.saved === undefined) ? view : { ...view, store: [store] }
}
