import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { searchText } from '@open-oms/contracts/text/search-text'
import { DELETED } from '../context/order-guards.ts'
import { openRefund } from '../payments/authorised-rest.ts'
import { findRegister } from '../payments/register.ts'
import { searchKey } from './search-terms.ts'

/**
 * The search fields of a return form, in addition to those of its order. Times are ISO 8601 UTC.
 */
export type ReturnRow = {
  /** Its index among the forms of the order, from 0. */
  place: number
  returnId: string
  rmaNumber: string | null
  /** Where it was taken back: its own store, else the order's. */
  storeId: string
  orderStoreId: string
  /** The register that pays the refund out; null where the return names none. */
  registerId: string | null
  projectId: string | null
  status: string | null
  /** Whether less was paid back than is to be, whatever the status. */
  isRefundOpen: boolean
  isDeleted: boolean
  created: string
  modified: string
  /** What free text finds. */
  searchText: string
}

/** Whatever the currency: amounts have no more. */
const DECIMALS_MAX = 4

const TEXT_LENGTH_MAX = 8_192

/**
 * The rows by which the return forms of an order are found (returns.md#return-search). A function
 * of the order alone.
 */
export function toReturnRows(order: Order): ReturnRow[] {
  return order.returnOrderForms.map((form, place) => ({
    place,
    returnId: searchKey(form.returnId ?? ''),
    rmaNumber: form.rmaNumber ? searchKey(form.rmaNumber) : null,
    storeId: form.storeId || order.storeId,
    orderStoreId: order.storeId,
    registerId: findRegister(form.properties),
    projectId: form.claim?.projectId ? searchKey(form.claim.projectId) : null,
    status: form.status,
    isRefundOpen: form.creditPayment && openRefund(order, form, DECIMALS_MAX).open > 0,
    isDeleted: order.status === DELETED,
    created: form.created,
    modified: form.modified,
    searchText: returnSearchText(form),
  }))
}

function returnSearchText({ returnId, rmaNumber, returnComment, returnType, externalIds, lineItems }: ReturnOrderForm): string {
  const ofLines = lineItems.flatMap(({ code, displayName, returnReason }) => [code, displayName, returnReason])
  const values = [returnId, rmaNumber, returnType, returnComment, ...externalIds.map(({ id }) => id), ...ofLines]
  return searchText(values, TEXT_LENGTH_MAX)
}
