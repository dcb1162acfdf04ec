/** Units of a line that are sent once more, and why. */
export type SentAgain = { lineItemId: string; units: number; reason: string }

/** The replacement as the API takes it: the customer pays nothing for it. */
export function toReplacementRequest(orderId: string, lines: readonly SentAgain[], comment: string) {
  return {
    orderId,
    orderLineReplacements: lines.map(({ lineItemId, units, reason }) => ({
      lineItemId,
      quantity: units,
      ...(reason.trim() === '' ? {} : { replacementReason: reason.trim() }),
    })),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
  }
}
