import type { LinesUpdate, Order } from '@open-oms/client/types'

/** What the API has against a line of a request. */
export type RefusedLine = { name: string; texts: readonly string[] }

/**
 * The texts of a refusal by the lines of the request that their paths name;
 * `lineItemUpdates[1].splitQuantity` is of the second.
 */
export function refusedLines(
  order: Pick<Order, 'orderForm'>,
  { lineItemUpdates }: Pick<LinesUpdate, 'lineItemUpdates'>,
  errors: Readonly<Record<string, readonly string[]>>,
): RefusedLine[] {
  const texts = new Map<string, string[]>()
  for (const [path, found] of Object.entries(errors)) {
    const index = /^lineItemUpdates\[(\d+)\]/.exec(path)?.[1]
    const lineItemId = index === undefined ? undefined : lineItemUpdates?.[Number(index)]?.lineItemId
    if (typeof lineItemId === 'string') texts.set(lineItemId, [...(texts.get(lineItemId) ?? []), ...found])
  }
  const names = new Map(order.orderForm.lineItems.map((line) => [line.lineItemId, line.displayName ?? line.code]))
  return [...texts].map(([lineItemId, all]) => ({ name: names.get(lineItemId) ?? lineItemId, texts: all }))
}
