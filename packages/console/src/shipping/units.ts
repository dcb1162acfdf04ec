import type { LinesUpdate, Order } from '@open-oms/client/types'

type Shipment = Order['orderForm']['shipments'][number]
export type ShipmentLine = Shipment['lineItems'][number]

/**
 * What units are taken from: a shipment, or the lines of an order that has none yet, without an id.
 */
export type Source = Pick<Shipment, 'lineItems' | 'warehouseCode' | 'orderStatus' | 'shippingTotal'> & {
  shipmentId: string | null
}

type LineUpdate = NonNullable<LinesUpdate['lineItemUpdates']>[number]

/**
 * What can happen to units of a shipment; the fields of the request say it in two ways (see
 * `lineUpdates`).
 */
export type UnitsAction = 'deliver' | 'split' | 'reallocate' | 'cancel'

/** The units that a person has entered, by line. Null: nothing that is a number. */
export type UnitEntries = Readonly<Record<string, number | null>>

/** Units of which nothing has become anything yet: neither delivered nor cancelled. */
export function openUnits({ quantity, deliveredQuantity, canceledQuantity }: ShipmentLine): number {
  return exact(quantity - deliveredQuantity - canceledQuantity)
}

/** The lines of a shipment, or of an order, of which something is open. */
export function openLines({ lineItems }: Pick<Shipment, 'lineItems'>): ShipmentLine[] {
  return lineItems.filter((line) => openUnits(line) > 0)
}

/**
 * The shipments with something open. An order without shipments has its lines in the first one,
 * which the API makes.
 */
export function openSources({ orderForm }: Pick<Order, 'orderForm'>): Source[] {
  const { shipments, lineItems } = orderForm
  const whole = { shipmentId: null, warehouseCode: null, orderStatus: null, shippingTotal: 0, lineItems }
  const all: readonly Source[] = shipments.length === 0 ? [whole] : shipments
  return all.filter((source) => openLines(source).length > 0)
}

/** Nothing of any line, as a form begins. */
export function zeroEntries(lines: readonly ShipmentLine[]): UnitEntries {
  return Object.fromEntries(lines.map(({ lineItemId }) => [lineItemId, 0]))
}

/** Everything that is open of the lines. */
export function allOpenEntries(lines: readonly ShipmentLine[]): UnitEntries {
  return Object.fromEntries(lines.map((line) => [line.lineItemId, openUnits(line)]))
}

/** Whether all that is open of the lines is entered. */
export function isEverything(lines: readonly ShipmentLine[], entered: UnitEntries): boolean {
  return lines.every((line) => entered[line.lineItemId] === openUnits(line))
}

/**
 * The source that the API takes units from for a new shipment: the first one with something open of
 * each of their lines (docs/reference/behaviour/lines.md#targeted-shipment). Undefined when there
 * is none.
 */
export function sourceOfNew(sources: readonly Source[], entered: UnitEntries): Source | undefined {
  const ids = Object.keys(entered).filter((lineItemId) => (entered[lineItemId] ?? 0) > 0)
  return sources.find((source) => {
    const open = new Set(openLines(source).map(({ lineItemId }) => lineItemId))
    return ids.every((lineItemId) => open.has(lineItemId))
  })
}

/** What is wrong with the units of a line; null when they can be sent. */
export function unitsProblem(line: ShipmentLine, units: number | null): 'notANumber' | 'tooMany' | 'tooFine' | null {
  if (units === null || units < 0) return 'notANumber'
  if (units > openUnits(line)) return 'tooMany'
  return exact(units) === units ? null : 'tooFine'
}

/** Whether the units can be sent: none has a problem, and they are something. */
export function isSendable(lines: readonly ShipmentLine[], entered: UnitEntries): boolean {
  const units = lines.map((line) => ({ line, count: entered[line.lineItemId] ?? null }))
  return (
    units.every(({ line, count }) => unitsProblem(line, count) === null) && units.some(({ count }) => count !== null && count > 0)
  )
}

type Units = { lines: readonly ShipmentLine[]; entered: UnitEntries; isNew: boolean }

/**
 * The updates of a request. Delivered and cancelled units are sent as what the shipment has of them
 * afterwards, so that a repetition delivers nothing twice
 * (docs/reference/behaviour/quantities.md#quantities-of-a-line-update). Goods that go to a new
 * shipment begin there with none (`isNew`); moved units are sent as they are.
 */
export function lineUpdates(deed: UnitsAction, { lines, entered, isNew }: Units): LineUpdate[] {
  return lines.flatMap((line) => {
    const units = entered[line.lineItemId] ?? 0
    return units === 0 ? [] : [{ lineItemId: line.lineItemId, ...actionQuantities(deed, line, { units, isNew }) }]
  })
}

function actionQuantities(
  deed: UnitsAction,
  line: ShipmentLine,
  { units, isNew }: { units: number; isNew: boolean },
): Partial<LineUpdate> {
  const after = (before: number) => (isNew ? units : exact(before + units))
  if (deed === 'deliver') return { deliveredQuantity: after(line.deliveredQuantity) }
  if (deed === 'cancel') return { canceledQuantity: after(line.canceledQuantity) }
  return deed === 'split' ? { splitQuantity: units } : { reallocateQuantity: units }
}

/**
 * An id that no shipment of the order has, as the API numbers them: the highest number and one. Of
 * an order without shipments the API makes the first one of all that there is.
 */
export function nextShipmentId({ orderForm }: Pick<Order, 'orderForm'>): string {
  const ids = orderForm.shipments.length === 0 ? ['1'] : orderForm.shipments.map(({ shipmentId }) => shipmentId)
  return String(Math.max(0, ...ids.map(Number).filter(Number.isSafeInteger)) + 1)
}

/**
 * A sum or difference of quantities, which have three decimals, without the noise of binary
 * fractions.
 */
export function exact(units: number): number {
  return Math.round(units * 1_000) / 1_000
}
