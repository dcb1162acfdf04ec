import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { negated } from '@open-oms/money/minor'
import { pickableQuantity, pickableShipments } from '../../../order/rules/fulfilment/pickable-goods.ts'
import { lineTaxRate } from '../../../order/rules/lines/line-kinds.ts'
import { inPackageOrder, isInPackage } from '../../../order/rules/packages/package-lines.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { activeQuantity } from '../../../order/rules/totals/line-totals.ts'
import { activeLines, lineAmount } from './document-amounts.ts'
import { type DocumentColumn, type DocumentRow, type DocumentTable, documentRow } from './document-blocks.ts'
import { type DocumentContext, showsPrices } from './document-context.ts'
import { addressLines, shippingLines } from './document-parties.ts'
import { printable, printableLines } from './document-text.ts'

const CODE_MAX = 60

/**
 * The lines of the order: one table with prices, or a table per shipment for packing and delivery.
 */
export function goodsTables(context: DocumentContext): DocumentTable[] {
  if (showsPrices(context)) return [pricedTable(context)]
  const sections = printedShipments(context)
  if (sections.length === 0) return [plainTable(context, context.order.orderForm.lineItems)]
  const tables = sections.map((shipment) => plainTable(context, shipment.lineItems))
  const held = tables.flatMap((table, index) =>
    table.rows.length === 0 ? [] : [{ table, shipment: sections[index] as Shipment }],
  )
  if (held.length === 0) return tables.slice(0, 1)
  if (sections.length === 1) return held.map(({ table }) => table)
  return held.map(({ table, shipment }) => ({ ...table, ...shipmentHeading(shipment, context) }))
}

/** The shipments that are printed; of a pick list those with something to pick. */
function printedShipments({ template, order, shipment, config }: DocumentContext): readonly Shipment[] {
  const sections = shipment === null ? order.orderForm.shipments : [shipment]
  if (template !== 'pick-list') return sections
  const pickable = new Set(pickableShipments(order, config.orderTypes).map(({ shipmentId }) => shipmentId))
  return sections.filter(({ shipmentId }) => pickable.has(shipmentId))
}

function shipmentHeading(shipment: Shipment, context: DocumentContext): Pick<DocumentTable, 'heading' | 'lines'> {
  const heading = printable(`${context.words.shipment} ${shipment.shipmentId}`)
  const address = shipment.address === null ? [] : addressLines(shipment.address, context.market)
  return { heading, lines: [...shippingLines(shipment, context), address.join(', ')].filter((line) => line !== '') }
}

function pricedTable(context: DocumentContext): DocumentTable {
  const { words, format, terms, currency } = context
  const lines = inPackageOrder(activeLines(context))
  const amounts = lines.map((line) => lineAmount(line, terms))
  const hasDiscounts = amounts.some(({ discount }) => discount > 0)
  const columns: DocumentColumn[] = [
    { kind: 'code', label: words.code },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.quantity },
    { kind: 'price', label: words.unitPrice },
    ...(hasDiscounts ? [{ kind: 'discount', label: words.discount } as const] : []),
    { kind: 'rate', label: words.vat },
    { kind: 'amount', label: `${words.amount} ${currency}` },
  ]
  const rows = lines.map((line, index) => {
    const { amount, discount } = amounts[index] as (typeof amounts)[number]
    // A line that is free because its package or its components have the price shows no price.
    const isPriced = line.placedPrice !== 0 || !isInPackage(line)
    const quantity = quantityText(activeQuantity(line), line, context)
    if (!isPriced) return lineRow(line, context, [quantity, ...columns.slice(3).map(() => '')])
    return lineRow(line, context, [
      quantity,
      format.unitPrice(line.placedPrice),
      ...(hasDiscounts ? [discount === 0 ? '' : format.amount(negated(discount))] : []),
      rateText(line, context),
      format.amount(amount),
    ])
  })
  return { type: 'table', heading: null, lines: [], columns, rows, emptyText: words.noLines }
}

/** The tax rate of a line; empty for gift cards and tips, which have none. */
export function rateText(line: OrderLine, { format, terms }: Pick<DocumentContext, 'format' | 'terms'>): string {
  const rate = lineTaxRate(line, terms.taxRate)
  return rate === null ? '' : format.percent(rate)
}

function plainTable(context: DocumentContext, lines: readonly OrderLine[]): DocumentTable {
  if (context.template === 'pick-list') return pickTable(context, lines)
  return context.template === 'packing-slip' ? packTable(context, lines) : deliveryTable(context, lines)
}

function deliveryTable(context: DocumentContext, lines: readonly OrderLine[]): DocumentTable {
  const { words } = context
  const columns: DocumentColumn[] = [
    { kind: 'code', label: words.code },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.quantity },
  ]
  const rows = inPackageOrder(lines)
    .filter((line) => activeQuantity(line) > 0)
    .map((line) => lineRow(line, context, [quantityText(activeQuantity(line), line, context)]))
  return { type: 'table', heading: null, lines: [], columns, rows, emptyText: words.noLines }
}

/** The open goods to pack, components after their package. */
function packTable(context: DocumentContext, lines: readonly OrderLine[]): DocumentTable {
  const { words } = context
  const columns: DocumentColumn[] = [
    { kind: 'code', label: words.code },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.toPack },
    { kind: 'check', label: words.packed },
  ]
  const rows = inPackageOrder(lines)
    .filter(isToPick)
    .map((line) => {
      const { cells } = lineRow(line, context, [quantityText(openQuantity(line), line, context), ''])
      return documentRow(cells, { details: pickDetails(line, context) })
    })
  return { type: 'table', heading: null, lines: [], columns, rows, emptyText: words.noLines }
}

/**
 * Whether something of a line is open that a picker takes from a shelf; goods without stock are not
 * picked.
 */
export function isToPick(line: OrderLine): boolean {
  return openQuantity(line) > 0 && isPicked(line)
}

/**
 * Whether a picker takes goods of a line from a shelf: of a package that was broken down its
 * components.
 */
export function isPicked({ isVirtualProduct, isPackageBrokeDown }: OrderLine): boolean {
  return !isVirtualProduct && !isPackageBrokeDown
}

/** The pickable goods, by storage location (inventory.md#pickable-goods). */
function pickTable(context: DocumentContext, lines: readonly OrderLine[]): DocumentTable {
  const { words } = context
  const columns: DocumentColumn[] = [
    { kind: 'location', label: words.location },
    { kind: 'code', label: words.code },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.toPick },
    { kind: 'check', label: words.picked },
  ]
  const rows = lines
    .filter((line) => pickableQuantity(line) > 0)
    .sort(byLocation)
    .map((line) => {
      const [code = '', name = '', quantity = ''] = lineRow(line, context, [
        quantityText(pickableQuantity(line), line, context),
      ]).cells
      const location = printable(line.internalWarehouseLocation, CODE_MAX)
      return documentRow([location, code, name, quantity, ''], {
        details: pickDetails(line, context),
      })
    })
  return { type: 'table', heading: null, lines: [], columns, rows, emptyText: words.noLines }
}

const places = new Intl.Collator('en', { numeric: true })

/** Lines without a storage location are last. */
function byLocation(a: OrderLine, b: OrderLine): number {
  return comparePlaces(a.internalWarehouseLocation, b.internalWarehouseLocation)
}

/** Compares names of places as people count them, A-2 before A-12; nothing is last. */
export function comparePlaces(a: string | null, b: string | null): number {
  const [first, second] = [a || null, b || null]
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  return places.compare(first, second)
}

/** A quantity with its unit. */
export function quantityText(
  quantity: number,
  { unit }: Pick<OrderLine, 'unit'>,
  { format }: Pick<DocumentContext, 'format'>,
): string {
  return `${format.quantity(quantity)} ${printable(unit, 10)}`.trim()
}

/** Code and name of a line, and the small lines below. */
function lineRow(line: OrderLine, context: DocumentContext, cells: readonly string[]): DocumentRow {
  const name = lineName(line)
  return documentRow([printable(line.code, CODE_MAX), name, ...cells], {
    details: lineDetails(line, context),
    isIndented: Boolean(line.packageLineItemId),
  })
}

/** What the package of a component is called; null for other lines. */
export function packageName({ packageLineItemId }: OrderLine, lines: readonly OrderLine[]): string | null {
  const whole = packageLineItemId ? lines.find(({ lineItemId }) => lineItemId === packageLineItemId) : undefined
  return whole === undefined ? null : lineName(whole)
}

/** What a line is called. */
export function lineName({ displayName, alternativeProductName, code }: OrderLine): string {
  return printable(displayName || alternativeProductName || code)
}

function lineDetails(line: OrderLine, { words, order }: DocumentContext): string[] {
  const { size, color, serialNumber } = line
  const whole = packageName(line, order.orderForm.lineItems)
  return printableLines([
    printableLines([size, color]).join(', '),
    whole === null ? null : `${words.partOf} ${whole}`,
    serialNumber && `${words.serialNumber}: ${serialNumber}`,
  ])
}

/** A picker compares the code on the package and reads the request of the line. */
function pickDetails(line: OrderLine, context: DocumentContext): string[] {
  return [...lineDetails(line, context), ...printableLines([line.gtins[0] ?? line.ean, line.comment])]
}
