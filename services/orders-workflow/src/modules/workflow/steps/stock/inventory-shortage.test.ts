import t from 'tap'
import { adjust, fetchInventory, fetchMovements, put, testStock } from '../../../../testing/inventory.ts'
import type { OrdersTest } from '../../../../testing/test-orders.ts'
import { enter, type Fields, line, ordered, result, stock } from '../../../../testing/workflow/stocked-orders.ts'

const levels = async (test: OrdersTest, skuId = 'CUP') =>
  (await fetchInventory(test, skuId)).map((one: Fields) => [one.warehouseCode, one.quantity, one.reservedQuantity])

const reduction = 'ReduceInventoryAndReservedInventory'
const missing = (units: number, fields: Fields = {}) => {
  const { code = 'CUP', lineItemId = '1', shipmentId = '1', warehouseCode = 'Oslo-01' } = fields
  return `${units} of "${code}" (line "${lineItemId}" of shipment "${shipmentId}", warehouse "${warehouseCode}")`
}

// A trial from outside: one short SKU kept the stock of the whole order as if nothing had been
// shipped.
t.test(
  'given a line that is short of stock, when the order completes, then the available units are taken and the error names the rest',
  async (t) => {
    const test = await testStock(t)
    await put(test, [stock(1), stock(5, 'Oslo-01', 'POT')])
    const { id } = await ordered(test, {
      lineItems: [line({ lineItemId: '2', code: 'POT' }), line(), line({ lineItemId: '3', code: 'JUG' })],
    })
    await put(test, [stock(3, 'Central', 'JUG')])
    const failed = await enter(test, id, { status: 'Completed' })
    const short = [missing(1), missing(2, { code: 'JUG', lineItemId: '3' })]
    t.match(result(failed, reduction), {
      actionStatus: 'Error',
      errorReason: `There is less in stock than went out. Missing: ${short.join(', ')}.`,
    })
    t.match(failed, { isAborted: false, order: { status: 'Completed', errors: [{ severity: 'Warning', key: reduction }] } })
    t.same(
      [await levels(test), await levels(test, 'POT'), await levels(test, 'JUG')],
      [[['Oslo-01', 0, 0]], [['Oslo-01', 3, 0]], [['Central', 3, 0]]],
    )
    const again = await enter(test, id, { status: 'Completed' })
    t.match(result(again, reduction), { actionStatus: 'Error', errorReason: failed.order.errors[0].message })
    t.equal((await fetchMovements(test, `?orderId=${id}&skuId=POT`)).length, 3, 'a repetition takes nothing twice')
  },
)

t.test(
  'given a short line and new stock, when the status is entered again or the step retried, then the rest is taken',
  async (t) => {
    const test = await testStock(t)
    await put(test, [stock(3), stock(5, 'Oslo-01', 'POT')])
    const { id } = await ordered(test, { lineItems: [line({ quantity: 5 }), line({ lineItemId: '2', code: 'POT' })] })
    t.match(result(await enter(test, id, { status: 'Completed' }), reduction), { errorReason: /Missing: 2 of/ })
    await put(test, [stock(1)])
    t.match(result(await enter(test, id, { status: 'Completed' }), reduction), { errorReason: /Missing: 1 of "CUP"/ })
    await put(test, [stock(4)])
    const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
    const [{ runId, steps }] = runs
    const { stepId } = steps.find((step: Fields) => step.actionType === reduction)
    const retried = await test.send({
      method: 'POST',
      url: `/api/Orders/${id}/WorkflowRuns/${runId}/RetryStep`,
      body: { stepId },
    })
    t.match(result(retried.body, reduction), { actionStatus: 'Success' })
    t.same([await levels(test), await levels(test, 'POT')], [[['Oslo-01', 3, 0]], [['Oslo-01', 3, 0]]])
    const taken = (await fetchMovements(test, `?orderId=${id}&skuId=CUP`)).filter((one: Fields) => one.kind === 'Withdrawal')
    t.same(
      taken.map((one: Fields) => one.quantityDelta),
      [-3, -1, -1],
    )
    t.match(result(await enter(test, id, { status: 'Completed' }), reduction), {
      actionStatus: 'Warning',
      message: /nothing left/,
    })
  },
)

t.test('given a short line, when stock comes in, then the missing units stay reserved for it', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(2)])
  const { id } = await ordered(test, { lineItems: [line()] })
  await put(test, [stock(1)])
  t.match(result(await enter(test, id, { status: 'Completed' }), reduction), { actionStatus: 'Error' })
  t.same(await levels(test), [['Oslo-01', 0, 1]])
  await put(test, [stock(1)])
  const other = await ordered(test, { lineItems: [line({ quantity: 1 })] })
  t.match(other.orderForm.lineItems, [{ reservedInventoryQuantity: 0 }])
  t.match(result(await enter(test, id, { status: 'Completed' }), reduction), { actionStatus: 'Success' })
  t.same(await levels(test), [['Oslo-01', 0, 0]])
})

t.test('given a point-of-sale order with a short SKU, when it is created, then the available units are taken', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(1), stock(5, 'Oslo-01', 'POT')])
  const sold = { lineItems: [line(), line({ lineItemId: '2', code: 'POT' })] }
  const { errors } = await ordered(test, sold, { orderType: 'Pos', status: 'Completed' })
  t.match(errors, [{ key: 'ReduceInventory', message: /Missing: 1 of "CUP"/ }])
  t.same([await levels(test), await levels(test, 'POT')], [[['Oslo-01', 0, 0]], [['Oslo-01', 3, 0]]])
})

t.test(
  'given ten concurrent orders for more units than there are, when all complete, then each unit is taken once and later runs take the rest',
  async (t) => {
    const test = await testStock(t)
    await put(test, [stock(13)])
    const orders = await Promise.all(Array.from({ length: 10 }, () => ordered(test, { lineItems: [line()] })))
    const complete = () =>
      Promise.all(orders.map(async ({ id }) => result(await enter(test, id, { status: 'Completed' }), reduction)))
    const first = await complete()
    t.equal(first.filter((one) => one?.actionStatus === 'Error').length, 4, 'three without any and one with half')
    const taken = async () =>
      (await fetchMovements(test, '?skuId=CUP&take=250'))
        .filter((one: Fields) => one.kind === 'Withdrawal')
        .reduce((sum: number, one: { quantityDelta: number }) => sum - one.quantityDelta, 0)
    t.equal(await taken(), 13)
    await adjust(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', delta: 10 }])
    t.equal((await complete()).filter((one) => one?.actionStatus === 'Error').length, 0)
    t.equal(await taken(), 20)
    t.same(await levels(test), [['Oslo-01', 3, 0]])
  },
)
