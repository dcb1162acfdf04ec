import t from 'tap'
import { triedAgain, waitingProvider } from '../../../testing/payments/waiting-provider.ts'
import { createdOrder, orderBody, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'

const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true }])

async function waitedOrder(last: 'done' | 'refused') {
  const test = await testOrders(t, { config, connectors: waitingProvider('away', last).connectors })
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  const read = async () => (await test.send({ url: `/api/Orders/${id}` })).body
  const copy = await read()
  t.match(copy.errors, [{ status: 'Waiting' }])
  await triedAgain(test)
  const rows = () => test.database.query<{ has_errors: boolean }>({ text: 'select has_errors from order_search' })
  return { test, id: id as string, read, copy, rows }
}

const ends = [
  ['refused', { status: null, solved: null, solvedBy: null }, true],
  ['done', { status: 'Solved', solved: String, solvedBy: 'workflow' }, false],
] as const

for (const [last, error, hasErrors] of ends)
  t.test(
    `given a capture that waited and is ${last}, when an older copy of the order is sent, then the status of its error stays`,
    async (t) => {
      const { test, id, read, copy, rows } = await waitedOrder(last)
      const { orderForm } = await read()
      const stale = { ...copy, orderForm: { ...copy.orderForm, payments: orderForm.payments } }
      const writes = [
        { method: 'PUT', url: '/api/Orders/Update', body: { ...stale, customerName: 'Ola' } },
        { method: 'POST', url: '/api/Orders/UpdateMany', body: [{ ...stale, customerName: 'Kari' }] },
        { method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { customerName: 'Nils', errors: copy.errors } },
        {
          method: 'PATCH',
          url: `/api/Orders/${id}/PatchOrder`,
          body: { customerName: 'Eva', errors: copy.errors, keepExistingListItems: false },
        },
      ] as const
      for (const write of writes) {
        const response = await test.send(write)
        t.ok(response.status < 300, `${write.url} ${response.status} ${response.text}`)
        const after = await read()
        t.not(after.customerName, copy.customerName)
        t.match(after.errors, [error])
        t.equal(after.errors.length, 1)
        t.match(await rows(), [{ has_errors: hasErrors }])
      }
    },
  )

t.test('given an open error, when a user sends it as Solved, then it is solved', async (t) => {
  const { test, read, rows } = await waitedOrder('refused')
  const order = await read()
  const [error] = order.errors
  const body = { ...order, errors: [{ ...error, status: 'Solved', solvedBy: 'kari' }] }
  t.equal((await test.send({ method: 'PUT', url: '/api/Orders/Update', body })).status, 200)
  t.match((await read()).errors, [{ status: 'Solved', solvedBy: 'kari' }])
  t.match(await rows(), [{ has_errors: false }])
})

t.test('given orders with errors that wait, when they are imported or created, then their errors are open', async (t) => {
  const test = await testOrders(t, { config })
  const errors = [{ key: 'CapturePayments', referenceId: 'run-1', stepId: 'capture', severity: 'Error', status: 'Waiting' }]
  for (const [url, several] of [
    ['/api/Orders/ImportMany', true],
    ['/api/Orders/AddMany', true],
    ['/api/Orders/UpdateMany', true],
    ['/api/Orders', false],
  ] as const) {
    const order = orderBody({ errors })
    const response = await test.send({ method: 'POST', url, body: several ? [order] : order })
    t.ok(response.status < 300, `${url} ${response.status} ${response.text}`)
    t.match((await test.send({ url: `/api/Orders/${order.id}` })).body.errors, [{ status: null, stepId: 'capture' }])
  }
})
