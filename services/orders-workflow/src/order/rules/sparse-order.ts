import { modelText } from '@open-oms/contracts/model/model-text'
import { Order } from '@open-oms/contracts/orders/order'
import { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'

const text = modelText(Order)
const form = modelText(ReturnOrderForm)

/** What the text of a sparse document begins with. Orders of earlier versions are stored whole. */
const SPARSE = '{"sparse":1,'

/**
 * An order as text to be stored: sparse, that is without the fields that have their empty value, or
 * whole for processes of an earlier version (ADR 114).
 */
export function storedDocument(order: Order, as: DocumentForm = 'sparse'): string {
  return as === 'whole' ? orderText(order) : SPARSE + text.sparse(order).slice(1)
}

export type DocumentForm = 'sparse' | 'whole'

/** The order as JSON, with all its fields, as the API returns it. */
export function orderText(order: Order): string {
  return text.whole(text.sparse(order))
}

/** What the text of a whole document begins with, as the model does. */
const WHOLE = '{"assets":'

/** The order of a stored document. */
export function parseStoredOrder(stored: string): Order {
  const parsed = JSON.parse(stored)
  return parsed.sparse === 1 ? text.completed(parsed) : parsed
}

/** A stored document as JSON with all fields of the order. */
export function wholeText(stored: string): string {
  if (stored.startsWith(SPARSE)) return text.whole(`{${stored.slice(SPARSE.length)}`)
  if (stored.startsWith(WHOLE)) return stored
  // An administrator may have changed it by SQL, with fields in another order.
  return JSON.parse(stored).sparse === 1 ? text.whole(stored) : stored
}

/** A stored document as JSON without empty fields (http.md#sparse-responses). */
export function sparseText(stored: string): string {
  if (stored.startsWith(SPARSE)) return `{${stored.slice(SPARSE.length)}`
  return text.sparse(parseStoredOrder(stored))
}

/** A return form out of a stored document, as JSON with all its fields. */
export function formText(stored: string): string {
  return form.whole(stored)
}
