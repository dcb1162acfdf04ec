import t from 'tap'
import { isComplete, newReturn, toReturnRequest } from './take-back.ts'

const cup = { lineItemId: '1', units: 2, reason: ' Too small ', isRestocked: true }

t.test(
  'given a return, when it is asked whether it can be sent, then it has goods or shipping and no more credit than worth',
  async (t) => {
    t.notOk(isComplete(newReturn, 0), 'nothing comes back')
    t.ok(isComplete({ ...newReturn, lines: [cup] }, 250))
    t.ok(isComplete({ ...newReturn, isShippingCredited: true }, 49))
    t.ok(isComplete({ ...newReturn, lines: [cup], agreedCredit: 250 }, 250))
    t.notOk(isComplete({ ...newReturn, lines: [cup], agreedCredit: 250.01 }, 250))
    t.ok(
      isComplete({ ...newReturn, lines: [cup], agreedCredit: 999, isRefunded: false }, 250),
      'what is not refunded is no limit',
    )
  },
)

t.test('given a return, when it is sent, then only what was filled in is in it', async (t) => {
  t.same(toReturnRequest({ ...newReturn, lines: [cup] }), {
    returns: [{ lineItemId: '1', returnQuantity: 2, isStockUpdated: true, returnReason: 'Too small' }],
    creditPayment: true,
  })
  const goodwill = { lines: [{ ...cup, reason: '' }], isShippingCredited: true, isRefunded: true, agreedCredit: 0, comment: 'A ' }
  t.same(toReturnRequest(goodwill), {
    returns: [{ lineItemId: '1', returnQuantity: 2, isStockUpdated: true }],
    creditPayment: true,
    creditShipment: true,
    creditAmount: 0,
    comment: 'A',
  })
  t.notOk('creditAmount' in toReturnRequest({ ...goodwill, isRefunded: false, agreedCredit: 9 }))
})
