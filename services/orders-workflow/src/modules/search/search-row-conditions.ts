import { folded } from '@open-oms/contracts/text/folded-text'
import { addOneOf, type SqlConditions, unicodeSpellings } from '@open-oms/service-kit/database/sql-conditions'
import { containsCondition } from '@open-oms/service-kit/database/text-conditions'
import { pickPlace } from '../../order/rules/fulfilment/pickable-goods.ts'
import { searchKey } from '../../order/rules/search/search-terms.ts'
import { nonEmpty, type ScopedFilter, type SearchFilter, type SearchScope, wantedRanges } from './domain/search-filter.ts'

const AUTH_EXPIRES_WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Adds the conditions over the row of an order in order_search, alias `s`, except those that
 * order_count has too.
 */
export function addRowConditions(conditions: SqlConditions, { filter, scope }: ScopedFilter): void {
  addKeys(conditions, filter)
  addRanges(conditions, filter)
  addStates(conditions, filter, scope.now)
  addPropertyRanges(conditions, { filter, scope })
  if (filter.isPickable === true) addPickable(conditions, filter, scope)
}

function addKeys(conditions: SqlConditions, filter: SearchFilter): void {
  const { orderNumber, secretKey, customerName } = filter
  if (orderNumber) addOrderNumber(conditions, orderNumber)
  for (const customers of [[filter.ofCustomer ?? ''], [filter.customerId ?? ''], filter.customerIds]) {
    const wanted = nonEmpty(customers)
    if (wanted !== null) addOneOf(conditions, 's.customer_id', wanted.map(searchKey))
  }
  if (secretKey) conditions.add((key) => `s.secret_key_hash = sha256(convert_to(${key}, 'UTF8'))`, secretKey)
  if (customerName) conditions.addText(containsCondition('s.customer_name_key', folded(customerName), conditions.parameter))
}

/**
 * Finds an order by its whole number or its id; the `#` that people write before a number need not
 * be part of it (search.md#search-filters).
 */
export function addOrderNumber(conditions: SqlConditions, orderNumber: string): void {
  const bare = orderNumber.replace(/^\s*[#＃]\s*(?=.)/, '')
  const written = [...new Set([orderNumber, bare])]
  const numbers = conditions.parameter(written.map(searchKey))
  conditions.add(
    (ids) => `s.order_id = any(${ids}::text[]) or s.order_number = any(${numbers}::text[])`,
    unicodeSpellings(...written),
  )
}

const dateRanges = [
  ['created', 'createdFrom', 'createdTo'],
  ['modified', 'modifiedFrom', 'modifiedTo'],
  ['completed', 'completedFrom', 'completedTo'],
  ['ready_for_pickup', 'readyForPickupFrom', 'readyForPickupTo'],
  ['follow_up', 'followUpDateFrom', 'followUpDateTo'],
] as const

/** Both ends are included (search.md#search-filters). */
function addRanges(conditions: SqlConditions, filter: SearchFilter): void {
  const { totalFrom, totalTo } = filter
  if (totalFrom !== undefined) conditions.add((total) => `s.total >= ${total}::text::numeric`, String(totalFrom))
  if (totalTo !== undefined) conditions.add((total) => `s.total <= ${total}::text::numeric`, String(totalTo))
  for (const [column, from, to] of dateRanges) {
    if (filter[from]) conditions.add((time) => `s.${column} >= ${time}`, filter[from])
    if (filter[to]) conditions.add((time) => `s.${column} <= ${time}`, filter[to])
  }
  if (filter.modifiedAfter) conditions.add((time) => `s.modified > ${time}`, filter.modifiedAfter)
  // A payment can be in the range only if the last one is not before it and the first one not after
  // it.
  const { paymentTransactionDateFrom, paymentTransactionDateTo } = filter
  if (paymentTransactionDateFrom) conditions.add((time) => `s.last_payment >= ${time}`, paymentTransactionDateFrom)
  if (paymentTransactionDateTo) conditions.add((time) => `s.first_payment <= ${time}`, paymentTransactionDateTo)
}

/** Both ends are included (search.md#searchable-fields). */
function addPropertyRanges(conditions: SqlConditions, { filter, scope }: ScopedFilter): void {
  const { parameter } = conditions
  for (const { key, isNumber, from, to } of wantedRanges(filter, scope)) {
    const column = isNumber ? 'f.number' : 'f.value'
    const end = (value: string) => (isNumber ? `${parameter(value)}::text::numeric` : parameter(value))
    const ends = [
      `f.key = ${parameter(key)} and ${column} is not null`,
      ...(from === null ? [] : [`${column} >= ${end(from)}`]),
      ...(to === null ? [] : [`${column} <= ${end(to)}`]),
    ]
    conditions.addText(`s.order_id in (select f.order_id from order_field f where ${ends.join(' and ')})`)
  }
}

function addStates(conditions: SqlConditions, filter: SearchFilter, now: Date): void {
  const { inventoryStatus, urgent, hasErrors, hasHolds, futureDeliveries, showOrdersWithAuthExpires } = filter
  for (const statuses of [nonEmpty([inventoryStatus ?? '']), nonEmpty(filter.inventoryStatuses)])
    if (statuses !== null) addOneOf(conditions, 's.inventory_status', statuses)
  if (urgent === true) conditions.addText('s.is_urgent')
  if (hasErrors === true) conditions.addText('s.has_errors')
  if (hasHolds === true) conditions.addText('s.held_since is not null')
  if (futureDeliveries === true) conditions.add((time) => `s.requested_delivery > ${time}`, now)
  if (showOrdersWithAuthExpires !== true) return
  conditions.add((time) => `s.authorization_expires <= ${time}`, new Date(now.getTime() + AUTH_EXPIRES_WITHIN_MS))
}

/** Goods to pick, in one of the warehouses where some are named (inventory.md#pickable-goods). */
function addPickable(conditions: SqlConditions, { warehouses, warehouseCodes }: SearchFilter, { stores }: SearchScope): void {
  conditions.addText('s.pick_places is not null')
  for (const codes of [nonEmpty(warehouses), nonEmpty(warehouseCodes)]) {
    if (codes === null) continue
    const first = stores.filter((store) => codes.includes(store.warehouses[0] ?? ''))
    const places = [...codes.map(pickPlace.warehouse), ...first.map(({ id }) => pickPlace.firstOfStore(id))]
    conditions.add((wanted) => `s.pick_places && ${wanted}::text[]`, places)
  }
}
