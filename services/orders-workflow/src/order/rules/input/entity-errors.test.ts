import { LIST_MAX } from '@open-oms/contracts/primitives'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { entityError, isClosedError, isOpenError, needsSomebody, stockSteps } from './entity-errors.ts'
import { withInternalNote } from './internal-note.ts'

const NOW = '2026-03-01T08:00:00.000Z'
const note = { id: 'n1', now: NOW, by: 'kari', text: 'Called.' }

t.test('given the status of an error, when it is asked, then it is closed, waits or is open', async (t) => {
  const states = [null, 'Waiting', 'Solved', 'Deleted', 'Other'].map((status) => [
    isClosedError({ status }),
    isOpenError({ status }),
  ])
  t.same(states, [
    [false, true],
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ])
})

t.test('given an error, when nobody has closed it, then it needs someone, but for a warning about stock', async (t) => {
  const of = (key: string, severity: 'Error' | 'Warning', status: string | null = null) =>
    needsSomebody({ key, severity, status })
  for (const step of stockSteps) {
    t.equal(of(step as string, 'Warning'), false, `a warning of ${step}`)
    t.equal(of(step as string, 'Error'), true, `an error of ${step}`)
  }
  t.same([of('CapturePayments', 'Warning'), of('CapturePayments', 'Error', 'Solved')], [true, false])
  t.equal(of('CapturePayments', 'Error', 'Waiting'), false)
})

t.test('given what a service knows of an error, when it is made, then the rest is null', async (t) => {
  const known = { key: 'k', message: 'm', severity: 'Error', occurred: NOW } as const
  const empty = { comment: null, details: null, status: null }
  t.same(entityError(known), { ...known, ...empty, referenceId: null })
  t.same(entityError({ ...known, referenceId: 'run' }), { ...known, ...empty, referenceId: 'run' })
})

t.test('given an order, when it gets an internal note, then it is the last, and nobody is notified', async (t) => {
  const order = sampleOrder({}, { customerId: 'C-1', orderNotes: [{ id: 'n0', created: NOW, detail: 'Before.' }] })
  const noted = withInternalNote(order, note)
  const { orderNotes } = noted
  t.same({ ...noted, orderNotes: order.orderNotes }, order, 'nothing else changes')
  t.match(orderNotes[1], {
    ...{ id: 'n1', created: NOW, creator: 'kari', userId: 'kari', detail: 'Called.', customerId: 'C-1' },
    ...{
      objectId: 'O-1',
      objectType: 'Order',
      type: 'Internal',
      sendNotification: false,
      mentions: { length: 0 },
      tags: { length: 0 },
    },
    ...{ attachments: { length: 0 }, deliveryMethod: null, title: null },
  })
  t.same([orderNotes.length, orderNotes[0]?.id], [2, 'n0'])
})

t.test('given an order with as many notes as it may have, when it gets one, then it stays as it is', async (t) => {
  const notes = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index), created: NOW }))
  const full = sampleOrder({}, { orderNotes: notes(LIST_MAX) })
  t.equal(withInternalNote(full, note), full)
  t.equal(withInternalNote(sampleOrder({}, { orderNotes: notes(LIST_MAX - 1) }), note).orderNotes.length, LIST_MAX)
})
