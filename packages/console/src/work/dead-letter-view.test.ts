import t from 'tap'
import { readableEvent, readDeadLetterView, subjectOrderId } from './dead-letter-view.ts'

t.test('given an address, when it is read, then it has what it understands, and nothing for the usual service', async (t) => {
  t.strictSame(readDeadLetterView({ service: 'accounting', consumer: 'accounting-erp', letter: '12' }), {
    service: 'accounting',
    consumer: 'accounting-erp',
    letter: '12',
  })
  t.strictSame(readDeadLetterView({ service: 'orders', consumer: '', letter: '' }), {})
  t.strictSame(readDeadLetterView({ service: 'catalogue', consumer: ['a'], letter: {} }), {})
})

t.test('given an event, when it is shown, then JSON is indented and anything else is as it came', async (t) => {
  t.equal(readableEvent('{"id":1}'), '{\n  "id": 1\n}')
  t.equal(readableEvent('no json'), 'no json')
})

t.test('given a subject, when its order is asked for, then only events of orders have one', async (t) => {
  t.equal(subjectOrderId({ source: '/orders/order', subject: 'A-1' }), 'A-1')
  t.equal(subjectOrderId({ source: '/catalog/product', subject: 'CUP' }), null)
  t.equal(subjectOrderId({ source: null, subject: null }), null)
})
