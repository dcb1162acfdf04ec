import t, { type Test } from 'tap'
import type { MovementRecord } from '../state.ts'
import { bookFaults, exchangeFaults, providerFaults } from './check-money.ts'
import { auditFaults, restFaults, tillFaults } from './check-rest.ts'
import { stockFaults, stockWriteFaults } from './check-stock.ts'
import type { Facts, Violation } from './facts.ts'
import { operationsOf } from './operations.ts'
import { factsOf, order, request } from './planted.ts'

function isFound(t: Test, faults: readonly Violation[], ...texts: RegExp[]): void {
  t.match(
    faults.map(({ text }) => text),
    texts,
  )
  t.equal(faults.length, texts.length)
}

const place = { skuId: 'S', warehouseCode: 'W' }
const movement = (given: Partial<MovementRecord>): MovementRecord => ({
  type: 'movement',
  ...place,
  ...{ kind: 'Adjust', quantityDelta: 0, reservedDelta: 0, orderId: null, lineItemId: null, isClosed: false, reason: null },
  ...given,
})

t.test('given stock that was made, lost or reserved for nobody, then it is named', async (t) => {
  const facts = (movements: MovementRecord[], { quantity = 0, reserved = 0, ofOrder = 0 }) =>
    factsOf([order('o', [{}], { reserved: ofOrder })], { movements, levels: [{ ...place, quantity, reserved }] })
  const counted = movement({ kind: 'Set', quantityDelta: 5 })
  const ofOrder = movement({ kind: 'Reservation', reservedDelta: 2, orderId: 'o' })
  isFound(t, stockFaults(facts([counted, ofOrder], { quantity: 5, reserved: 2, ofOrder: 2 })))
  isFound(t, stockFaults(facts([counted], { quantity: 6 })), /there are 6; the movements sum to 5/)
  isFound(
    t,
    stockFaults(facts([counted, ofOrder], { quantity: 5, reserved: 3, ofOrder: 2 })),
    /3 are reserved; the movements sum to 2/,
  )
  isFound(
    t,
    stockFaults(facts([counted, ofOrder], { quantity: 5, reserved: 2, ofOrder: 1 })),
    /its lines have 1 reserved; the stock has 2/,
  )
  isFound(t, stockFaults(facts([movement({ quantityDelta: -1 }), counted], { quantity: 4 })), /there were -1/)
  isFound(t, stockFaults(facts([{ ...ofOrder, isClosed: true }], { reserved: 2 })))
})

t.test('given writes of stock, then lost, second and half ones are named', async (t) => {
  const faults = (given: object, movements: MovementRecord[]) =>
    stockWriteFaults(operationsOf([request({ mark: 'a', orderId: null, ...given })]), { movements })
  const [out, back] = [movement({ reason: 'a', quantityDelta: -2 }), movement({ reason: 'a', quantityDelta: 2 })]
  isFound(t, faults({ operation: 'adjustStock' }, [back]))
  isFound(t, faults({ operation: 'adjustStock' }, []), /has 0 movements after 200/)
  isFound(t, faults({ operation: 'adjustStock', status: null }, [back, back]), /has 2 movements after no response/)
  isFound(t, faults({ operation: 'adjustStock', status: null }, []))
  isFound(t, faults({ operation: 'adjustStock', status: 400 }, [back]), /has 1 movements after 400/)
  isFound(t, faults({ operation: 'transferStock' }, [out, back]))
  isFound(t, faults({ operation: 'transferStock', status: null }, [out]), /has 1 movements/)
  isFound(t, faults({ operation: 'transferStock' }, [out, out]), /its movements sum to -4/)
})

const capture = { id: 'p', transactionType: 'Capture', status: 'Processed', transactionId: 'moved-1', amount: 10 }
const effect = { type: 'effect', operation: 'capture', orderId: 'o', amount: 10, transactionId: 'moved-1' } as const
const booked = { type: 'booked', orderId: 'o', paymentId: 'p', transactionType: 'Capture', amount: 10 } as const
const withPayments = (payments: (typeof capture)[], given: Partial<Facts> = {}) =>
  factsOf([order('o', [{}], { payments })], given)

t.test('given what the provider moved, then what orders do not know, or know otherwise, is named', async (t) => {
  const faults = (payments: (typeof capture)[], effects: Facts['effects']) => providerFaults(withPayments(payments, { effects }))
  isFound(t, faults([capture], [effect]))
  isFound(t, faults([], [effect]), /has carried out capture 10 \(moved-1\); the order has it 0 times/)
  isFound(t, faults([capture, capture], [effect]), /the order has it 2 times/)
  isFound(t, faults([capture], []), /the provider has undefined/)
  isFound(t, faults([{ ...capture, amount: 9 }], [effect]), /Capture 9 \(moved-1\): the provider has/)
  isFound(t, faults([{ ...capture, status: 'Failed' }], [effect]), /is Failed; the provider has moved it/)
  isFound(t, faults([{ ...capture, status: 'Failed', transactionId: '' }], [effect]))
})

t.test('given payments, then accounting, tills and ledger have each once', async (t) => {
  const ledger = { debit: 10, credit: 10, money: 10 }
  isFound(t, bookFaults(withPayments([capture], { booked: [booked], ledger })))
  isFound(t, bookFaults(withPayments([capture])), /Capture of 10 is booked as nothing/)
  isFound(t, bookFaults(withPayments([capture], { booked: [booked, booked] })), /booked as 10, 10/)
  isFound(t, bookFaults(withPayments([capture], { booked: [{ ...booked, amount: 11 }] })), /booked as 11/)
  isFound(t, bookFaults(withPayments([], { booked: [booked] })), /is booked, and not on the order/)
  const wrong = { debit: 10, credit: 9.99, money: 9 }
  isFound(
    t,
    bookFaults(withPayments([capture], { booked: [booked], ledger: wrong })),
    /debit is 10, credit 9.99/,
    /has 9 of payments; they are 10/,
  )
  const till = (given: Partial<Facts>) => factsOf([order('o', [{}], { payments: [capture], isTill: true })], given)
  const counted = [{ orderId: 'o', paymentId: 'p', zReportId: 'z' }]
  const report = { zReportId: 'z', storeId: 's', number: 1, paid: 10, orderIds: ['o'] }
  isFound(t, bookFaults(till({ counted, zReports: [report] })))
  isFound(t, bookFaults(till({})), /Capture of 10 is in no report/)
  isFound(t, bookFaults(till({ counted, zReports: [{ ...report, paid: 12 }] })), /the report has 12; its payments sum to 10/)
})

t.test('given changes, then the audit log has a record of each', async (t) => {
  const faults = (acts: string[]) =>
    auditFaults(
      factsOf([order('o', [{}], { audited: { Hold: 1 } })], {
        audit: acts.map((act) => ({ act, orderId: 'o', outcome: 'Succeeded' })),
      }),
    )
  isFound(t, faults(['Hold']))
  isFound(t, faults([]), /Hold: 0 records, 1 changes/)
  isFound(t, faults(['Hold', 'Hold']), /Hold: 2 records, 1 changes/)
  const purged = [{ position: 1, orderId: 'q', versionId: 'v', kind: 'purged' }]
  isFound(t, auditFaults(factsOf([], { changes: purged })), /Purge: 0 records, 1 changes/)
})

t.test('given closed tills, a mistake of the program and open work, then what is wrong is named', async (t) => {
  const report = (number: number) => ({ zReportId: `z${number}`, storeId: 's', number, paid: 0, orderIds: [] })
  const closed = request({ operation: 'closeTill', mark: 'z1', orderId: null, response: { zReportNumber: 1 } })
  isFound(t, tillFaults(operationsOf([closed]), { zReports: [report(1), report(2)] }))
  isFound(t, tillFaults([], { zReports: [report(1), report(3)] }), /have the numbers 1, 3/)
  isFound(t, tillFaults(operationsOf([closed]), { zReports: [] }), /report z1 has number undefined; the response said 1/)
  isFound(t, restFaults({ requests: [request({ status: 500 })], left: [{ what: 'outbox', count: 2 }] }), /500/, /2 are left over/)
  isFound(t, restFaults({ requests: [request({ status: 503 })], left: [] }))
})

t.test('given links, exchanges and answers, then what the orders do not know, or have on one side, is named', async (t) => {
  const link = { ...capture, transactionType: 'Sale', status: 'Pending' }
  const made = { ...effect, operation: 'link' }
  isFound(t, providerFaults(withPayments([link], { effects: [made] })))
  isFound(t, providerFaults(withPayments([], { effects: [made] })), /has carried out link 10/)
  isFound(
    t,
    providerFaults(withPayments([link], { effects: [made, { ...made, operation: 'unlink', transactionId: 'moved-2' }] })),
  )
  const exchanged = { ...capture, id: 's', transactionType: 'Sale', amount: 4, paymentMethodName: 'Exchange' }
  isFound(t, providerFaults(withPayments([capture, exchanged], { effects: [effect] })))
  const given = { ...exchanged, transactionType: 'Credit' }
  const pair = (got: object[]) =>
    factsOf([
      order('o', [{}], { payments: [given], exchangeIds: ['x'] }),
      order('x', [{}], { payments: got as (typeof exchanged)[] }),
    ])
  isFound(t, exchangeFaults(pair([exchanged])))
  isFound(t, exchangeFaults(pair([])), /gave 4 to its exchanges, which have 0/)
  isFound(t, exchangeFaults(factsOf([order('o', [{}], { payments: [given], exchangeIds: ['purged'] })])))
  const answer = { ...effect, operation: 'ask', amount: 0 }
  const asked = (transactions: string[], operation = 'Workflow') =>
    providerFaults(factsOf([{ ...order('o', [{ operation }]), transactions: new Set(transactions) }], { effects: [answer] }))
  isFound(t, asked(['moved-1']))
  isFound(t, asked([]), /was asked about and answered \(moved-1\); no version has the answer/)
  isFound(t, asked([], 'DismissWorkflowRun'))
})
