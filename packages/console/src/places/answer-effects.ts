import type { Order } from '@open-oms/client/types'

/** What an answer of a service changes of an order. */
export type AnswerEffect =
  | { kind: 'tags'; tags: readonly string[] }
  | { kind: 'property'; key: string; value: string; line: string | null }
  | { kind: 'hold'; reasonCode: string; note: string | null }
  | { kind: 'status'; status: string }
  | { kind: 'warehouse'; warehouse: string }

type Properties = readonly { key: string | null; value: string | null }[]

/** What an answer changes, by the order before and after it. */
export function answerEffects(before: Order, after: Order): AnswerEffect[] {
  const tags = after.tags.filter((tag) => !before.tags.includes(tag))
  const known = new Set((before.holds ?? []).map(({ id }) => id))
  const holds = (after.holds ?? []).filter(({ id }) => !known.has(id))
  return [
    ...(after.status === null || after.status === before.status ? [] : [{ kind: 'status' as const, status: after.status }]),
    ...holds.map(({ reasonCode, note }) => ({ kind: 'hold' as const, reasonCode, note: note ?? null })),
    ...(tags.length === 0 ? [] : [{ kind: 'tags' as const, tags }]),
    ...newWarehouses(before, after).map((warehouse) => ({ kind: 'warehouse' as const, warehouse })),
    ...newProperties(before.properties, after.properties, null),
    ...after.orderForm.lineItems.flatMap((line) => {
      const former = before.orderForm.lineItems.find(({ lineItemId }) => lineItemId === line.lineItemId)
      return newProperties(former?.properties ?? [], line.properties, line.displayName ?? line.code ?? line.lineItemId)
    }),
  ]
}

function newWarehouses({ orderForm: before }: Order, { orderForm: after }: Order): string[] {
  const former = new Map(before.shipments.map(({ shipmentId, warehouseCode }) => [shipmentId, warehouseCode]))
  const codes = after.shipments.flatMap(({ shipmentId, warehouseCode }) =>
    warehouseCode === null || former.get(shipmentId) === warehouseCode ? [] : [warehouseCode],
  )
  return [...new Set(codes)]
}

function newProperties(before: Properties, after: Properties, line: string | null): AnswerEffect[] {
  return after
    .filter(({ key, value }) => !before.some((one) => one.key === key && one.value === value))
    .map(({ key, value }) => ({ kind: 'property', key: key ?? '', value: value ?? '', line }))
}
