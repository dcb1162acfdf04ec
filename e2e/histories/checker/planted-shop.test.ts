import t, { type Test } from 'tap'
import type { RequestRecord } from '../history.ts'
import type { MessageRecord, ProductRecord } from '../state.ts'
import { importFaults } from './check-imports.ts'
import { messageFaults } from './check-messages.ts'
import { productFaults } from './check-products.ts'
import type { Violation } from './facts.ts'
import { operationsOf } from './operations.ts'
import { factsOf, order, request } from './planted.ts'

function isFound(t: Test, faults: readonly Violation[], ...texts: RegExp[]): void {
  t.match(
    faults.map(({ text }) => text),
    texts,
  )
  t.equal(faults.length, texts.length)
}

const product = (revision: number, name: string): ProductRecord => ({
  ...{ type: 'product', productId: 'P', revision, name },
  versionId: `v${revision}`,
})

t.test('given writes of products, then lost, second, unasked and misplaced ones are named', async (t) => {
  const write = (mark: string, versionId: string, given: Partial<RequestRecord> = {}) =>
    request({ operation: 'updateProduct', orderId: null, mark, versionId, ...given })
  const created = write('a', 'v1', { operation: 'createProduct' })
  const deleted = request({ operation: 'deleteProduct', orderId: null, path: '/api/products/P' })
  const faults = (requests: RequestRecord[], ...products: ProductRecord[]) => productFaults(operationsOf(requests), { products })
  const [first, second] = [product(1, 'a'), product(2, 'b')]
  isFound(t, faults([created, write('b', 'v2', { ifMatch: 'v1' })], first, second))
  isFound(t, faults([created, write('b', 'v2')], first), /has 0 versions after 200/)
  isFound(t, faults([created, write('b', '', { status: null })], first))
  isFound(t, faults([created, write('b', '', { status: 412 })], first, second), /has 1 versions after 412/)
  isFound(t, faults([created, write('b', 'v2', { ifMatch: 'v0' })], first, second), /does not follow/)
  isFound(t, faults([created, write('b', 'v9')], first, second), /names another version/)
  isFound(t, faults([created], first, second), /nobody wrote b/)
  isFound(t, faults([created, write('b', 'v3')], first, product(3, 'b')), /revision 3 follows none/)
  isFound(t, faults([created, deleted], first, product(2, 'a')))
  isFound(t, faults([created, deleted], first), /deleted 0 times, acknowledged 1/)
  isFound(t, faults([created], first, product(2, 'a')), /deleted 1 times, acknowledged 0, at most 0/)
})

t.test('given rows of imports, then lost ones, and those that two requests have created, are named', async (t) => {
  const orders = new Map([['o-0', order('o-0', [{}])]])
  const rows = (...statuses: string[]) =>
    statuses.map((status) => request({ operation: 'import', orderId: null, response: [{ id: 'o-0', status }] }))
  isFound(t, importFaults(operationsOf(rows('created', 'skipped')), { orders }))
  isFound(t, importFaults(operationsOf(rows('created', 'created')), { orders }), /2 requests have created it/)
  isFound(t, importFaults(operationsOf(rows('created')), { orders: new Map() }), /is not there/)
  isFound(t, importFaults(operationsOf(rows('failed')), { orders: new Map() }), /was failed/)
})

t.test('given messages to customers, then lost, second, unasked and unsent ones are named', async (t) => {
  const message = (id: string, given: Partial<MessageRecord> = {}): MessageRecord => ({
    ...{ type: 'message', id, orderId: 'o', resendOf: null, state: 'Sent', recipients: '["a@example.com"]' },
    ...given,
  })
  const sent = request({ operation: 'sendInvoice', mark: 'a', response: { id: '1' } })
  const again = request({ operation: 'resend', response: { id: '2' } })
  const resent = message('2', { resendOf: '1' })
  const faults = (requests: RequestRecord[], ...messages: MessageRecord[]) =>
    messageFaults(operationsOf(requests), { messages, changes: [] })
  isFound(t, faults([sent, again], message('1'), resent))
  isFound(t, faults([sent]), /was acknowledged; its message is not there/)
  isFound(t, faults([sent], message('1'), message('3')), /has 2 messages/)
  isFound(t, faults([{ ...sent, status: 400, response: null }], message('1')), /was refused with 400/)
  isFound(t, faults([{ ...sent, status: null, response: null }], message('1')))
  isFound(t, faults([sent], message('1'), resent), /1 messages were sent again; 0 were asked for/)
  isFound(t, faults([sent], message('1', { state: 'Waiting' })), /is Waiting/)
  const changes = factsOf([order('o', [{}])]).changes.map((change) => ({ ...change, kind: 'purged' }))
  isFound(t, messageFaults(operationsOf([sent]), { messages: [], changes }))
})
