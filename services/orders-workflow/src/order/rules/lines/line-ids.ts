import type { LineItemIdMapping, PatchLineItemIdsDetails } from '@open-oms/contracts/orders/lines/line-ids'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import type { Shipment, ShipmentPackage } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { collectProblems } from '@open-oms/contracts/problems'

export type LineIdMapping = { oldLineItemId: string; newLineItemId: string }

export type RenamedLines = {
  order: Order
  /** How many of the mappings gave a line another id. */
  updatedCount: number
  /** How many of the mappings name a line that the order does not have. */
  notFoundCount: number
  details: PatchLineItemIdsDetails
  ids: NewLineIds
}

/** From old ids to new ones. */
export type NewLineIds = ReadonlyMap<string | null, string>

const PATH = 'lineItemIdMappings'

/**
 * Checks mappings without their order (lines.md#line-id-changes): there is one at least, no id is
 * blank, none is an old one or a new one twice. Returns them. Raises `ValidationFailed` naming
 * every bad path.
 */
export function checkMappings(mappings: readonly InputOf<LineItemIdMapping>[]): LineIdMapping[] {
  const problems = collectProblems()
  if (mappings.length === 0) problems.add(PATH, 'must not be empty')
  for (const field of ['oldLineItemId', 'newLineItemId'] as const) {
    const ids = new Set<string>()
    for (const [index, mapping] of mappings.entries()) {
      const id = mapping[field] ?? ''
      const path = `${PATH}[${index}].${field}`
      if (id.trim() === '') problems.add(path, 'is required')
      else if (ids.has(id)) problems.add(path, `"${id}" occurs twice`)
      ids.add(id)
    }
  }
  problems.throwIfAny()
  return mappings.map(({ oldLineItemId, newLineItemId }) => ({
    oldLineItemId: oldLineItemId ?? '',
    newLineItemId: newLineItemId ?? '',
  }))
}

/**
 * The order with new ids for its lines, all changed together, wherever it uses them: lines and what
 * they are a part of, the copies and packages of shipments, return forms, payments and comments
 * (lines.md#line-id-changes). Expects checked mappings. Raises `ValidationFailed` for a new id that
 * another line has.
 */
export function renameLines(order: Order, mappings: readonly LineIdMapping[]): RenamedLines {
  const used = usedIds(order)
  const found = mappings.filter(({ oldLineItemId }) => used.has(oldLineItemId))
  const changing = found.filter(({ oldLineItemId, newLineItemId }) => oldLineItemId !== newLineItemId)
  const ids: NewLineIds = new Map(changing.map(({ oldLineItemId, newLineItemId }) => [oldLineItemId, newLineItemId]))
  refuseCollisions(mappings, { used, ids })
  const counts = { updatedCount: changing.length, notFoundCount: mappings.length - found.length }
  return { order: ids.size === 0 ? order : withNewIds(order, ids), ...counts, details: countUpdatedLines(order, ids), ids }
}

/** The ids of lines that the order knows, those included that are left on return forms only. */
function usedIds({ orderForm, returnOrderForms }: Order): ReadonlySet<string | null> {
  const forms = [orderForm, ...returnOrderForms]
  return new Set(forms.flatMap(({ lineItems }) => lineItems.map((line) => line.lineItemId)))
}

type Ids = { used: ReadonlySet<string | null>; ids: NewLineIds }

function refuseCollisions(mappings: readonly LineIdMapping[], { used, ids }: Ids): void {
  const problems = collectProblems()
  for (const [index, { oldLineItemId, newLineItemId }] of mappings.entries()) {
    const isTaken = ids.has(oldLineItemId) && used.has(newLineItemId) && !ids.has(newLineItemId)
    if (isTaken) problems.add(`${PATH}[${index}].newLineItemId`, `"${newLineItemId}" is the id of another line`)
  }
  problems.throwIfAny()
}

function countUpdatedLines({ orderForm, returnOrderForms }: Order, ids: NewLineIds): PatchLineItemIdsDetails {
  const count = (holders: readonly { lineItems: readonly OrderLine[] }[]) =>
    holders.reduce((sum, { lineItems }) => sum + lineItems.filter((line) => ids.has(line.lineItemId)).length, 0)
  return {
    orderFormLineItemsUpdated: count([orderForm]),
    returnOrderFormLineItemsUpdated: count(returnOrderForms),
    shipmentLineItemsUpdated: count(orderForm.shipments),
  }
}

function withNewIds(order: Order, ids: NewLineIds): Order {
  const { orderForm, returnOrderForms, orderNotes, publicOrderNotes } = order
  return {
    ...order,
    orderForm: renamedForm(orderForm, ids),
    returnOrderForms: returnOrderForms.map((form) => renamedForm(form, ids)),
    orderNotes: orderNotes.map((comment) => renamed<Comment>(comment, ids)),
    publicOrderNotes: publicOrderNotes.map((comment) => renamed<Comment>(comment, ids)),
  }
}

type Form = { lineItems: OrderLine[]; shipments: Shipment[]; payments: Payment[] }

function renamedForm<T extends Form>(form: T, ids: NewLineIds): T {
  return {
    ...form,
    lineItems: form.lineItems.map((line) => renamedLine(line, ids)),
    shipments: form.shipments.map((shipment) => ({
      ...shipment,
      lineItems: shipment.lineItems.map((copy) => renamedLine(copy, ids)),
      packages: shipment.packages.map((one) => renamedPackage(one, ids)),
    })),
    payments: form.payments.map((payment) => renamedPayment(payment, ids)),
  }
}

function renamedLine(line: OrderLine, ids: NewLineIds): OrderLine {
  const packageLineItemId = ids.get(line.packageLineItemId)
  const own = renamed(line, ids)
  return packageLineItemId === undefined ? own : { ...own, packageLineItemId }
}

function renamedPackage(one: ShipmentPackage, ids: NewLineIds): ShipmentPackage {
  return { ...one, lineItemReferences: one.lineItemReferences.map((reference) => renamed(reference, ids)) }
}

function renamedPayment(payment: Payment, ids: NewLineIds): Payment {
  return { ...payment, orderLineReferences: payment.orderLineReferences.map((reference) => renamed(reference, ids)) }
}

function renamed<T extends { lineItemId: string | null }>(item: T, ids: NewLineIds): T {
  const lineItemId = ids.get(item.lineItemId)
  return lineItemId === undefined ? item : { ...item, lineItemId }
}
