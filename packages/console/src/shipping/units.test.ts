import t from 'tap'
import {
  allOpenEntries,
  isEverything,
  isSendable,
  lineUpdates,
  nextShipmentId,
  openLines,
  openSources,
  openUnits,
  type ShipmentLine,
  sourceOfNew,
  unitsProblem,
  zeroEntries,
} from './units.ts'

const line = (lineItemId: string, quantity: number, rest: Partial<ShipmentLine> = {}) =>
  ({ lineItemId, quantity, deliveredQuantity: 0, canceledQuantity: 0, ...rest }) as ShipmentLine
const delivered = (lineItemId: string, quantity: number, deliveredQuantity: number) =>
  line(lineItemId, quantity, { deliveredQuantity })

const shipment = (shipmentId: string, ...lineItems: ShipmentLine[]) => ({ shipmentId, lineItems })
const newOrder = (shipments: object[], lineItems: ShipmentLine[] = []) =>
  ({ orderForm: { shipments, lineItems } }) as unknown as Parameters<typeof openSources>[0]

t.test('given units of a line, when the open ones are counted, then there is no noise of binary fractions', async (t) => {
  t.equal(openUnits(delivered('1', 0.3, 0.1)), 0.2)
  t.equal(openUnits(line('1', 5, { deliveredQuantity: 2, canceledQuantity: 3 })), 0)
  t.same(
    openLines({ lineItems: [delivered('1', 2, 2), delivered('2', 2, 1)] }).map(({ lineItemId }) => lineItemId),
    ['2'],
  )
})

t.test('given an order, when its shipments with something open are asked for, then others are left out', async (t) => {
  const found = openSources(newOrder([shipment('1', delivered('1', 1, 1)), shipment('2', line('1', 2))]))
  t.same(
    found.map(({ shipmentId }) => shipmentId),
    ['2'],
  )
  t.match(openSources(newOrder([], [line('1', 2)])), [{ shipmentId: null }], 'without shipments its lines are what there is')
  t.same(openSources(newOrder([], [delivered('1', 2, 2)])), [])
})

t.test(
  'given what a person enters, when it is looked at, then only 0 to what is open, in thousandths, can be sent',
  async (t) => {
    const one = delivered('1', 3, 1)
    t.same(
      [0, 2, 0.125, 2.001, -1, null, 0.0005].map((units) => unitsProblem(one, units)),
      [null, null, null, 'tooMany', 'notANumber', 'notANumber', 'tooFine'],
    )
    const lines = [one, line('2', 1)]
    t.notOk(isSendable(lines, zeroEntries(lines)), 'nothing is no request')
    t.ok(isSendable(lines, allOpenEntries(lines)))
    t.ok(isSendable(lines, { '1': 1, '2': 0 }))
    t.notOk(isSendable(lines, { '1': 1, '2': null }), 'one that is no number stops all')
  },
)

t.test('given units to deliver or to cancel, when they are sent, then as what the shipment has of them afterwards', async (t) => {
  const lines = [line('1', 5, { deliveredQuantity: 2, canceledQuantity: 1 }), line('2', 1)]
  const of = (entered: Record<string, number>, isNew = false) => ({ lines, entered, isNew })
  t.same(lineUpdates('deliver', of({ '1': 1, '2': 0 })), [{ lineItemId: '1', deliveredQuantity: 3 }])
  t.same(lineUpdates('deliver', of({ '1': 1, '2': 1 }, true)), [
    { lineItemId: '1', deliveredQuantity: 1 },
    { lineItemId: '2', deliveredQuantity: 1 },
  ])
  t.same(lineUpdates('cancel', of({ '1': 1.5 })), [{ lineItemId: '1', canceledQuantity: 2.5 }])
  t.same(lineUpdates('split', of({ '1': 1 })), [{ lineItemId: '1', splitQuantity: 1 }], 'units to move are sent as they are')
  t.same(lineUpdates('reallocate', of({ '1': 2 })), [{ lineItemId: '1', reallocateQuantity: 2 }])
})

t.test('given shipments, when a new one is numbered, then with the highest number and one', async (t) => {
  t.equal(nextShipmentId(newOrder([shipment('1'), shipment('7'), shipment('B')])), '8')
  t.equal(nextShipmentId(newOrder([])), '2', 'the API makes the first one of what there is')
})

t.test(
  'given several shipments, when units go to a new one, then they are taken from the first that has all their lines',
  async (t) => {
    const order = newOrder([shipment('1', line('1', 2)), shipment('2', line('1', 2), line('2', 3))])
    const sources = openSources(order)
    t.equal(sourceOfNew(sources, { 1: 1, 2: null })?.shipmentId, '1')
    t.equal(sourceOfNew(sources, { 1: 1, 2: 1 })?.shipmentId, '2')
    t.equal(sourceOfNew(sources, { 1: 1, 3: 1 }), undefined)
    const lines = [line('1', 2), delivered('2', 3, 1)]
    t.ok(isEverything(lines, allOpenEntries(lines)))
    t.notOk(isEverything(lines, { 1: 2, 2: 1 }))
  },
)
