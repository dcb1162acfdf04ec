import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { type Minor, plus, ratio, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { taxIn } from '@open-oms/money/tax'
import { withFields } from '../context/changed-fields.ts'
import { at, calculationTerms, type Terms, type TotalsContext } from '../context/totals-context.ts'
import { type DiscountedLine, discountLines } from '../discounts/line-discounts.ts'
import { discountOrder } from '../discounts/order-discounts.ts'
import { type DiscountedShipping, discountShipping } from '../discounts/shipping-discounts.ts'
import { lineKind } from '../lines/line-kinds.ts'
import { type CalculatedLine, splitOverCopies } from './copied-lines.ts'
import { formCharges } from './form-charges.ts'
import { withOrderPayments } from './form-payments.ts'
import { calculatedFields } from './form-totals.ts'
import { activeQuantity, discountedPrice, type LineFigures, lineAmounts, lineFigures } from './line-totals.ts'
import { returnTotals } from './return-totals.ts'
import { withReturnedUnits } from './returned-units.ts'
import { type ShippedLines, type ShippingFigures, shipmentAmounts, shippingFigures } from './shipping-totals.ts'
import { checkTotalsInputs } from './totals-inputs.ts'

/**
 * The order with all its calculated amounts (money.md#calculated-amounts,
 * returns.md#return-totals); calculated amounts of the given order are ignored. Pure: the sent
 * order is not changed, and calculating a calculated order again changes nothing. Raises
 * `ValidationFailed` for negative prices, rates that are no percentage, and results of more than 12
 * integer digits, naming the path.
 *
 * The order of lines and shipments matters only for units that are left over by rounding: ties go
 * to the first.
 */
export function calculateTotals<Draft extends OrderDraft>(sent: Draft, context: TotalsContext): Draft {
  checkTotalsInputs(sent)
  const order = withReturnedUnits(sent, context)
  const terms = calculationTerms(order, context)
  const form = order.orderForm
  const payments = form.payments.map((payment) => withRoundedAmount(payment, terms))
  const returnForms = withOrderPayments(order.returnOrderForms, payments)
  const previous = context.previous?.orderForm ?? null
  const discounts = at('orderForm.lineItems', () => discountLines(form, previous, terms))
  const priced = priceLines(form, discounts.lines, terms)
  const shipping = at('orderForm.shipments', () => discountShipping(form, previous, terms))
  const sold = discounts.lines.map(({ line }, index) => ({ line, figures: priced.figures[index] as LineFigures }))
  const shippingOf = shipping.shipments.map((state) => shippingFigures(state, terms))
  const charged = shippingOf.filter((_, index) => shipping.shipments[index]?.isDropped === false)
  const { handling, rounding } = formCharges(form, terms.exponent)
  const charges = { shipping: charged, handling: { amount: handling, tax: taxIn(handling, terms.taxRate) }, rounding, payments }
  const returns = returnTotals(returnForms, { ...context, ...charges, sold }, terms)
  const figures = priced.figures.map((line, index) => ({
    ...line,
    credited: returns.creditedByLine.get(sold[index]?.line.lineItemId ?? null) ?? ZERO,
  }))
  const lines = discounts.lines.map((state, index) =>
    calculateLine(state, { figures: figures[index] as LineFigures, index }, terms),
  )
  const parts = { lines: figures, shipping: charged, orderDiscount: priced.orderDiscount, returns }
  const totals = at('orderForm', () => calculatedFields(order, parts, terms))
  const fromObjects = [discounts.ofForm, priced.ofForm, shipping.ofForm]
  return {
    ...order,
    ...totals.order,
    returnOrderForms: returns.forms,
    orderForm: {
      ...form,
      ...totals.form,
      discounts: form.discounts.map((discount, position) => ({
        ...discount,
        discountAmount: discountAmountAt(fromObjects, position, terms),
      })),
      lineItems: lines.map(({ line, amounts }) => withFields(line, amounts)),
      payments,
      shipments: calculateShipments(lines, { shipping: shipping.shipments, figures: shippingOf }, terms),
    },
  }
}

function priceLines(form: OrderForm, states: readonly DiscountedLine[], terms: Terms) {
  const prices = states.map((state, index) =>
    at(
      () => `orderForm.lineItems[${index}]`,
      () => discountedPrice(state, terms),
    ),
  )
  const eligible = states.map(({ line, isGift }, index) => ({
    price: prices[index] as Minor,
    quantity: activeQuantity(line),
    isEligible: !isGift && line.isExcludedFromPromotions !== true && lineKind(line).isDiscounted,
  }))
  const { total, shares, ofForm } = at('orderForm', () => discountOrder(form.discounts, eligible, terms))
  const figures = states.map((state, index) =>
    at(
      () => `orderForm.lineItems[${index}]`,
      () => lineFigures(state, { price: prices[index] as Minor, orderDiscount: shares[index] as Minor }, terms),
    ),
  )
  return { figures, orderDiscount: total, ofForm }
}

/** A payment is in the currency's decimals, as every stored amount is (money.md#rounding). */
function withRoundedAmount(payment: Payment, { exponent }: Terms): Payment {
  const amount = toAmount(toMinor(payment.amount, exponent), exponent)
  return amount === payment.amount ? payment : { ...payment, amount }
}

/** What a discount of the form gave: each is of one kind, so one of the maps at most has it. */
function discountAmountAt(fromObjects: readonly ReadonlyMap<number, Minor>[], position: number, { exponent }: Terms): number {
  return toAmount(sum(fromObjects.map((amounts) => amounts.get(position) ?? ZERO)), exponent)
}

function calculateLine(
  state: DiscountedLine,
  { figures, index }: { figures: LineFigures; index: number },
  terms: Terms,
): CalculatedLine {
  const { isGift, own } = state
  const line =
    own.length === 0 && isGift === state.line.isGift
      ? state.line
      : { ...state.line, isGift, orderLineDiscounts: discountsWithAmounts(state, terms) }
  const amounts = at(
    () => `orderForm.lineItems[${index}]`,
    () => lineAmounts(line, figures, terms),
  )
  return { line, amounts, figures }
}

function discountsWithAmounts({ line, own }: DiscountedLine, { exponent }: Terms): OrderLine['orderLineDiscounts'] {
  return line.orderLineDiscounts.map((discount, position) => {
    const amount = own[position] as Minor
    const perUnit = line.quantity > 0 ? ratio(amount, 1, line.quantity) : ZERO
    return { ...discount, discountAmount: toAmount(amount, exponent), discountAmountPrItem: toAmount(perUnit, exponent) }
  })
}
type CopyIndex = { shipment: number; copy: number }

function calculateShipments(
  lines: readonly CalculatedLine[],
  { shipping, figures }: { shipping: readonly DiscountedShipping[]; figures: readonly ShippingFigures[] },
  terms: Terms,
): Shipment[] {
  const shipments = shipping.map(({ shipment }) => shipment)
  const copies = shipments.map((shipment) => [...shipment.lineItems])
  const shipped = shipments.map((): ShippedLines => ({ extended: ZERO, tax: ZERO }))
  const copyIndexes = indexCopies(shipments)
  for (const line of lines) {
    const held = copyIndexes.get(line.line.lineItemId) ?? []
    const parts = splitOverCopies(
      line,
      held.map((position) => shipments[position.shipment]?.lineItems[position.copy] as OrderLine),
      terms,
    )
    for (const [index, { shipment, copy }] of held.entries()) {
      const part = parts[index] as { copy: OrderLine; figures: LineFigures }
      const sums = shipped[shipment] as ShippedLines
      ;(copies[shipment] as OrderLine[])[copy] = part.copy
      shipped[shipment] = { extended: plus(sums.extended, part.figures.extended), tax: plus(sums.tax, part.figures.tax) }
    }
  }
  return shipping.map(({ shipment, own }, index) => ({
    ...shipment,
    ...at(`orderForm.shipments[${index}]`, () =>
      shipmentAmounts(figures[index] as ShippingFigures, shipped[index] as ShippedLines, terms),
    ),
    discounts: shipment.discounts.map((discount, position) => ({
      ...discount,
      discountAmount: toAmount(own[position] as Minor, terms.exponent),
    })),
    lineItems: copies[index] as OrderLine[],
  }))
}

/** Where the copies of each line are. */
function indexCopies(shipments: readonly Shipment[]): Map<string | null, CopyIndex[]> {
  const copyIndexes = new Map<string | null, CopyIndex[]>()
  for (const [shipment, { lineItems }] of shipments.entries()) {
    for (const [copy, { lineItemId }] of lineItems.entries()) {
      const known = copyIndexes.get(lineItemId)
      if (known === undefined) copyIndexes.set(lineItemId, [{ shipment, copy }])
      else known.push({ shipment, copy })
    }
  }
  return copyIndexes
}
