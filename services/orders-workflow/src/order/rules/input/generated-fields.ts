import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Asset, Comment, EntityError } from '@open-oms/contracts/orders/primitive-models'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { nextNumber, withLineIds } from '../lines/new-lines.ts'
import type { OrderInput, OrderInputContext } from './order-input.ts'

type FieldSource = Pick<OrderInputContext, 'now' | 'newId'>
type ShipmentInput = InputOf<Shipment>

/**
 * The input with the times and ids that the model requires and the service gives
 * (orders.md#service-owned-fields). What the stored order has already keeps those that it got then:
 * an order that is sent back without them must not look changed.
 */
export function withGeneratedFields(input: OrderInput, source: FieldSource, stored: Order | null): OrderInput {
  const assets = stored?.assets ?? []
  const errors = stored?.errors ?? []
  const forms = stored?.returnOrderForms ?? []
  return {
    ...input,
    assets: (input.assets ?? []).map((asset) => withAssetTimes(asset, assets, source)),
    errors: (input.errors ?? []).map((error) => withErrorTime(error, errors, source)),
    orderNotes: withCommentIds(input.orderNotes ?? [], stored?.orderNotes ?? [], source),
    publicOrderNotes: withCommentIds(input.publicOrderNotes ?? [], stored?.publicOrderNotes ?? [], source),
    returnOrderForms: (input.returnOrderForms ?? []).map((form) => withFormTimes(form, forms, source)),
  }
}

function withAssetTimes(asset: InputOf<Asset>, known: readonly Asset[], { now }: FieldSource): InputOf<Asset> {
  const same = asset.assetId ? known.find(({ assetId }) => assetId === asset.assetId) : undefined
  return { ...asset, created: asset.created ?? same?.created ?? now, modified: asset.modified ?? same?.modified ?? now }
}

function withErrorTime(error: InputOf<EntityError>, known: readonly EntityError[], { now }: FieldSource): InputOf<EntityError> {
  if (error.occurred !== undefined) return error
  const same = known.find(({ key, referenceId }) => key === (error.key ?? null) && referenceId === (error.referenceId ?? null))
  return { ...error, occurred: same?.occurred ?? now }
}

/** A comment that is sent without an id is the stored one that says the same, each of them once. */
function withCommentIds(
  comments: readonly InputOf<Comment>[],
  known: readonly Comment[],
  { now, newId }: FieldSource,
): InputOf<Comment>[] {
  const left = [...known]
  return comments.map((comment) => {
    const index = left.findIndex((other) => isSameComment(comment, other))
    const [same] = index < 0 ? [] : left.splice(index, 1)
    const attachments = (comment.attachments ?? []).map((asset) => withAssetTimes(asset, same?.attachments ?? [], { now, newId }))
    const id = comment.id || same?.id || newId()
    return { ...comment, id, created: comment.created ?? same?.created ?? now, attachments }
  })
}

const contentFields = ['creator', 'detail', 'lineItemId', 'title', 'type'] as const

function isSameComment(comment: InputOf<Comment>, other: Comment): boolean {
  if (comment.id) return comment.id === other.id
  return contentFields.every((field) => (comment[field] ?? null) === other[field])
}

function withFormTimes(
  form: InputOf<ReturnOrderForm>,
  known: readonly ReturnOrderForm[],
  source: FieldSource,
): InputOf<ReturnOrderForm> {
  const same = form.returnId ? known.find(({ returnId }) => returnId === form.returnId) : undefined
  return {
    ...form,
    created: form.created ?? same?.created ?? source.now,
    modified: form.modified ?? same?.modified ?? source.now,
    errors: (form.errors ?? []).map((error) => withErrorTime(error, same?.errors ?? [], source)),
    shipments: (form.shipments ?? []).map((shipment) => withLogTimes(shipment, source.now)),
  }
}

/**
 * The return forms with ids where they were sent without: forms are numbered per order, their
 * shipments per form, and a line without an id gets one that no line of the order (`lines`) has
 * (returns.md#return-creation, orders.md#service-owned-fields).
 */
export function withReturnIds(
  { returnOrderForms: forms = [], ...input }: OrderInput,
  lines: readonly InputOf<OrderLine>[],
): OrderInput {
  let next = nextNumber(forms.map(({ returnId }) => returnId))
  const numbered = forms.map((form) => (form.returnId ? form : { ...form, returnId: String(next++) }))
  return { ...input, returnOrderForms: numbered.map((form) => withIdsOfParts(form, lines)) }
}

function withIdsOfParts(form: InputOf<ReturnOrderForm>, lines: readonly InputOf<OrderLine>[]): InputOf<ReturnOrderForm> {
  const lineItems = withLineIds(form.lineItems ?? [], lines)
  let next = nextNumber((form.shipments ?? []).map(({ shipmentId }) => shipmentId))
  const shipments = (form.shipments ?? []).map((shipment) => ({
    ...shipment,
    shipmentId: shipment.shipmentId || String(next++),
    lineItems: withLineIds(shipment.lineItems ?? [], [...lines, ...lineItems]),
  }))
  return { ...form, lineItems, shipments }
}

/** The shipment with a time in every entry of its status log. */
export function withLogTimes(shipment: ShipmentInput, now: string): ShipmentInput {
  const orderStatusLog = (shipment.orderStatusLog ?? []).map((item) => ({ ...item, timestamp: item.timestamp ?? now }))
  return { ...shipment, orderStatusLog }
}
