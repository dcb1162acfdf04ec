import { larger, type Minor, minus, ZERO } from '@open-oms/money/minor'

/**
 * The manual part of a discount (money.md#manual-discounts), for lines (`discounted`) and shipments
 * (`shippingDiscountAmount`).
 *
 * The document carries one amount: what discount objects gave and the manual part together. A
 * client sends back what it read, perhaps after adding or removing an object or changing a
 * quantity; whatever it does, the manual part must neither be counted twice nor swallow what a
 * removed object gave. So it is not guessed from the document alone:
 *
 * - The amount is the stored one, unchanged (an echo, or a command that never looked at it): the
 *   manual part is the stored one, that is the stored amount less what the stored objects gave.
 *   Objects that came, went or give another amount now change their own part only.
 * - The amount is new or changed: the client states what the whole discount shall be, and the
 *   manual part is what exceeds what the objects of this document give. What a client claims that
 *   objects gave plays no role.
 *
 * For lines, what the stored objects gave is stored as `lineItemDiscountAmount`; an echo repeats it
 * too. A document of an integration that replaces an object by a flat amount and happens to hit the
 * stored one does not, and keeps its amount.
 */
export type ManualDiscount = {
  /** The amount that the document carries. */
  stated: Minor
  /** What the discount objects of the document give now. */
  fromObjects: Minor
  /**
   * What the stored document carried and its objects gave; null when nothing is stored, or `stated`
   * is no echo of it.
   */
  echoed: { stated: Minor; fromObjects: Minor } | null
  /** What the discount objects left: the manual part never takes more. */
  left: Minor
}

export function manualPart({ stated, fromObjects, echoed, left }: ManualDiscount): Minor {
  const part = echoed === null ? minus(stated, fromObjects) : minus(echoed.stated, echoed.fromObjects)
  const limited = part > left ? left : part
  return larger(ZERO, limited)
}
