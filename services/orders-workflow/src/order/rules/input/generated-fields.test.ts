import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { withGeneratedFields, withLogTimes, withReturnIds } from './generated-fields.ts'
import type { OrderInput } from './order-input.ts'

const NOW = '2026-03-02T08:00:00.000Z'
const THEN = '2026-03-01T08:00:00.000Z'
const SENT = '2026-02-01T08:00:00.000Z'

/** What the service gives to an input whose order was stored before, with ids n1, n2 … */
function given(input: OrderInput, stored: OrderInput | null = null) {
  let ids = 0
  const before = stored === null ? null : sampleOrder({}, stored)
  return withGeneratedFields(input, { now: NOW, newId: () => `n${++ids}` }, before)
}

t.test('given an order that is new, when fields are given, then all times are of now, and comments have ids', async (t) => {
  const order = given({
    id: 'A-1',
    assets: [{ assetId: 'a' }, { created: SENT, modified: SENT }],
    errors: [{ key: 'k' }, { key: 'k', occurred: SENT }],
    orderNotes: [
      { detail: 'one', attachments: [{ assetId: 'a' }] },
      { id: 'mine', created: SENT },
    ],
    publicOrderNotes: [{ detail: 'two' }],
    returnOrderForms: [{ returnId: '1', errors: [{ key: 'k' }], shipments: [{ orderStatusLog: [{}, { timestamp: SENT }] }] }],
  })
  const both = { created: NOW, modified: NOW }
  t.same(order, {
    id: 'A-1',
    assets: [
      { assetId: 'a', ...both },
      { created: SENT, modified: SENT },
    ],
    errors: [
      { key: 'k', occurred: NOW },
      { key: 'k', occurred: SENT },
    ],
    orderNotes: [
      { id: 'n1', detail: 'one', created: NOW, attachments: [{ assetId: 'a', ...both }] },
      { id: 'mine', created: SENT, attachments: [] },
    ],
    publicOrderNotes: [{ id: 'n2', detail: 'two', created: NOW, attachments: [] }],
    returnOrderForms: [
      {
        returnId: '1',
        ...both,
        errors: [{ key: 'k', occurred: NOW }],
        shipments: [{ orderStatusLog: [{ timestamp: NOW }, { timestamp: SENT }] }],
      },
    ],
  })
  const lists = { assets: [], errors: [], orderNotes: [], publicOrderNotes: [], returnOrderForms: [] }
  t.same(given({}), lists, 'absent lists are empty')
  t.match(given({ returnOrderForms: [{}] }).returnOrderForms, [{ errors: { length: 0 }, shipments: { length: 0 } }])
})

t.test('given a stored order, when it is sent without its times and ids, then it keeps them', async (t) => {
  const times = { created: THEN, modified: SENT }
  const note = { id: 'c1', detail: 'Hi', creator: 'kari', created: THEN, attachments: [{ assetId: 'b', ...times }] }
  const stored: OrderInput = {
    assets: [
      { assetId: 'z', created: SENT, modified: SENT },
      { assetId: 'a', ...times },
    ],
    errors: [
      { key: 'k', referenceId: 'other', occurred: SENT },
      { key: 'k', occurred: THEN },
      { key: 'k', referenceId: 'r', occurred: SENT },
    ],
    orderNotes: [note],
    publicOrderNotes: [{ ...note, id: 'p1' }],
    returnOrderForms: [
      { returnId: '1', created: SENT, modified: SENT },
      { returnId: '2', ...times, errors: [{ key: 'k', occurred: THEN }] },
    ],
  }
  const bare = { detail: 'Hi', creator: 'kari', attachments: [{ assetId: 'b' }] }
  const order = given(
    {
      assets: [{ assetId: 'a' }, { assetId: 'new' }, {}],
      errors: [{ key: 'k' }, { key: 'k', referenceId: 'r' }, { key: 'other' }],
      orderNotes: [bare],
      publicOrderNotes: [bare],
      returnOrderForms: [{ returnId: '2', errors: [{ key: 'k' }] }, { errors: [{ key: 'k' }] }],
    },
    stored,
  )
  const both = { created: NOW, modified: NOW }
  t.same(order.assets, [{ assetId: 'a', ...times }, { assetId: 'new', ...both }, both])
  t.same(
    order.errors?.map(({ occurred }) => occurred),
    [THEN, SENT, NOW],
  )
  t.same(order.orderNotes, [{ ...bare, id: 'c1', created: THEN, attachments: [{ assetId: 'b', ...times }] }])
  t.match(order.publicOrderNotes, [{ id: 'p1', created: THEN }])
  t.match(order.returnOrderForms, [
    { ...times, errors: [{ occurred: THEN }] },
    { ...both, errors: [{ occurred: NOW }] },
  ])
})

t.test('given equal comments, when they are sent without ids, then each stored one is taken once', async (t) => {
  const stored = { orderNotes: ['c1', 'c2'].map((id) => ({ id, detail: 'Hi', created: THEN })) }
  const ids = (notes: OrderInput['orderNotes']) => given({ orderNotes: notes ?? [] }, stored).orderNotes?.map(({ id }) => id)
  t.same(ids([{ detail: 'Hi' }, { detail: 'Hi' }, { detail: 'Hi' }]), ['c1', 'c2', 'n1'])
  t.same(ids([{ id: 'c2', detail: 'Changed' }, { detail: 'Hi' }]), ['c2', 'c1'], 'an id says which one it is')
  t.match(given({ orderNotes: [{ id: 'c2', detail: 'Changed' }] }, stored).orderNotes, [{ id: 'c2', created: THEN }])
  for (const other of [{ creator: 'ola' }, { detail: 'Ho' }, { lineItemId: '1' }, { title: 'T' }, { type: 'Internal' }])
    t.same(ids([{ detail: 'Hi', ...other }]), ['n1'], JSON.stringify(other))
})

t.test('given return forms, when ids are left out, then each gets the next number of its list', async (t) => {
  const lines = [{ lineItemId: '4' }]
  const { returnOrderForms, id } = withReturnIds(
    {
      id: 'A-1',
      returnOrderForms: [
        {
          lineItems: [{}, { lineItemId: '6' }],
          shipments: [{ lineItems: [{}] }, { shipmentId: '7', lineItems: [{ lineItemId: '6' }] }, {}],
        },
        { returnId: '3' },
        {},
      ],
    },
    lines,
  )
  t.equal(id, 'A-1')
  t.same(returnOrderForms, [
    {
      returnId: '4',
      lineItems: [{ lineItemId: '7' }, { lineItemId: '6' }],
      shipments: [
        { shipmentId: '8', lineItems: [{ lineItemId: '8' }] },
        { shipmentId: '7', lineItems: [{ lineItemId: '6' }] },
        { shipmentId: '9', lineItems: [] },
      ],
    },
    { returnId: '3', lineItems: [], shipments: [] },
    { returnId: '5', lineItems: [], shipments: [] },
  ])
  t.same(withReturnIds({}, lines), { returnOrderForms: [] })
})

t.test('given a shipment, when its log has entries without a time, then they are of now', async (t) => {
  t.same(withLogTimes({ orderStatusLog: [{}, { timestamp: SENT }] }, NOW), {
    orderStatusLog: [{ timestamp: NOW }, { timestamp: SENT }],
  })
  t.same(withLogTimes({ shipmentId: '1' }, NOW), { shipmentId: '1', orderStatusLog: [] })
})
