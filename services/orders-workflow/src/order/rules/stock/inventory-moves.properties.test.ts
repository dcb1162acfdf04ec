import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { type OrderStock, reservedFor, takenFor } from './inventory-ledger.ts'
import { dispatchedUnits, type StockLine } from './inventory-lines.ts'
import { freeAll, moveAlong, openUnits, reserveAll, stockLocation, unitsStillInStock } from './inventory-reservations.ts'
import { withdrawAll } from './inventory-withdrawals.ts'
import { levelAt, type StockLevel, startStockChanges } from './stock-changes.ts'

const warehouses = ['A', 'B']

const line = fc
  .record({
    shipmentId: fc.constantFrom('1', '2'),
    lineItemId: fc.constantFrom('x', 'y'),
    warehouseCode: fc.constantFrom(...warehouses, null),
    held: fc.nat(5),
    cut: fc.nat(5),
    gone: fc.nat(5),
    isSent: fc.boolean(),
    isBackorder: fc.boolean(),
  })
  .map(({ cut, gone, ...rest }): StockLine => {
    const canceled = Math.min(cut, rest.held)
    return { ...rest, skuId: rest.lineItemId, canceled, delivered: Math.min(gone, rest.held - canceled) }
  })

const lines = fc.uniqueArray(line, { maxLength: 4, selector: ({ shipmentId, lineItemId }) => `${shipmentId} ${lineItemId}` })

const step = fc.record({
  kind: fc.constantFrom('reserve', 'free', 'withdraw', 'withdrawAndFree'),
  lines,
  shipmentId: fc.constantFrom('1', '2', null),
})

const levels = fc.tuple(
  ...['x', 'y'].flatMap((skuId) =>
    warehouses.map((warehouseCode) => fc.nat(8).map((quantity): StockLevel => ({ skuId, warehouseCode, quantity, reserved: 0 }))),
  ),
)

type Step = { kind: string; lines: StockLine[]; shipmentId: string | null }

/** The stock after a step. */
function stepped(before: OrderStock, { kind, lines, shipmentId }: Step): OrderStock {
  const stock = {
    ...before,
    lines,
    ledger: new Map(before.ledger),
    changes: { levels: new Map(before.changes.levels), moves: [...before.changes.moves] },
  }
  const isMeant = (id: string) => shipmentId === null || id === shipmentId
  const meant = lines.filter((one) => isMeant(one.shipmentId))
  if (kind === 'reserve') {
    moveAlong(stock)
    reserveAll(stock, meant)
  } else if (kind === 'free') {
    freeAll(stock, isMeant)
    moveAlong(stock, { isMeant: (id) => !isMeant(id) })
  } else {
    withdrawAll(stock, { lines: meant, freesReservations: kind === 'withdrawAndFree' })
  }
  return stock
}

const started = (initial: StockLevel[]): OrderStock => ({
  orderId: 'O',
  lines: [],
  stockedSkus: new Set(['x', 'y']),
  ledger: new Map(),
  returned: [],
  changes: startStockChanges(initial),
})

t.test('given any steps, when they are applied to stock, then movements sum to levels and ledger, none below zero', async (t) => {
  const property = fc.property(levels, fc.array(step, { maxLength: 12 }), (initial, steps) => {
    const stock = steps.reduce(stepped, started(initial))
    for (const level of stock.changes.levels.values()) {
      const own = stock.changes.moves.filter((one) => one.skuId === level.skuId && one.warehouseCode === level.warehouseCode)
      const first = initial.find((one) => one.skuId === level.skuId && one.warehouseCode === level.warehouseCode) as StockLevel
      const quantity = own.reduce((sum, one) => sum + one.quantityDelta, first.quantity)
      const reserved = own.reduce((sum, one) => sum + one.reservedDelta, 0)
      const entries = [...stock.ledger.values()]
        .flat()
        .filter((one) => one.skuId === level.skuId && one.warehouseCode === level.warehouseCode)
      const ledger = entries.reduce((sum, one) => sum + one.reserved, 0)
      if (quantity !== level.quantity || reserved !== level.reserved || ledger !== reserved) return false
      if (level.quantity < 0 || level.reserved < 0 || entries.some((one) => one.reserved < 0 || one.taken < 0)) return false
    }
    return true
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
  t.pass('held')
})

t.test('given any steps, when the last is repeated, then it changes nothing', async (t) => {
  const property = fc.property(levels, fc.array(step, { maxLength: 6 }), step, (initial, steps, last) => {
    const once = stepped(steps.reduce(stepped, started(initial)), last)
    return stepped(once, last).changes.moves.length === once.changes.moves.length
  })
  fc.assert(property, { numRuns: propertyRuns(1000) })
  t.pass('held')
})

/**
 * The units of a line that may be reserved after a step: the open ones, and after a withdrawal also
 * the missing ones.
 */
function reservable(stock: OrderStock, { kind, shipmentId }: Step, line: StockLine): number {
  const isTaken = kind === 'withdrawAndFree' && (shipmentId === null || shipmentId === line.shipmentId)
  return isTaken && !line.isBackorder ? unitsStillInStock(stock, line) : openUnits(stock, line)
}

t.test('given any steps, when they are applied, then no line reserves or withdraws more than it may', async (t) => {
  const property = fc.property(levels, fc.array(step, { maxLength: 8 }), step, (initial, steps, last) => {
    const before = steps.reduce(stepped, started(initial))
    const after = stepped(before, last)
    return last.lines.every((one) => {
      const isWithin = takenFor(after, one) <= Math.max(dispatchedUnits(one), takenFor(before, one))
      return isWithin && (last.kind === 'withdraw' || reservedFor(after, one) <= reservable(after, last, one))
    })
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
  t.pass('held')
})

/** Whether the location of a line's goods is empty, so that some of them may be missing. */
function isEmptyAt(stock: OrderStock, line: StockLine): boolean {
  const location = stockLocation(line)
  return location === null || (levelAt(stock.changes, location)?.quantity ?? 0) === 0
}

t.test('given any changes of quantities, when goods are withdrawn, then they are those that left', async (t) => {
  const property = fc.property(levels, fc.array(step, { maxLength: 8 }), lines, (initial, steps, given) => {
    const before = steps.reduce(stepped, started(initial))
    const plain = given.map((one) => ({ ...one, isBackorder: false }))
    const after = stepped(before, { kind: 'withdrawAndFree', lines: plain, shipmentId: null })
    const isEven = plain.every((one) => takenFor(after, one) === dispatchedUnits(one) || isEmptyAt(after, one))
    const there = [...after.changes.levels.values()].reduce((sum, { quantity }) => sum + quantity, 0)
    const taken = [...after.ledger.values()].flat().reduce((sum, one) => sum + one.taken, 0)
    return isEven && there + taken === initial.reduce((sum, { quantity }) => sum + quantity, 0)
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
  t.pass('held')
})

t.test('given any lines without backorders, when they are reserved, then no more is than there is', async (t) => {
  const property = fc.property(levels, lines, (initial, given) => {
    const plain = given.map((one) => ({ ...one, isBackorder: false }))
    const stock = stepped(started(initial), { kind: 'reserve', lines: plain, shipmentId: null })
    return [...stock.changes.levels.values()].every((level) => level.reserved <= level.quantity)
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
  t.pass('held')
})
