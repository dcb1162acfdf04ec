import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { authorization, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, patchReturn, postReturn, readOrder, returnStatus } = returning(test)

async function returned(form: Record<string, unknown> = {}) {
  const { id } = await deliveredOrder({ orderForm: orderFormBody(form) })
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  return { id: id as string, returnId: '1' }
}
const fetchForm = async (id: string) => (await readOrder(id)).returnOrderForms[0]

t.test('when fields of a return form are sent, then they are merged and its credit is recalculated', async (t) => {
  const at = await returned()
  const sent = {
    rmaNumber: 'R-9',
    returnComment: 'two',
    lineItems: [{ lineItemId: '1', quantity: 2 }],
    properties: [{ key: 'a', value: '1' }],
  }
  const response = await patchReturn(at, sent)
  t.same(response.body, {
    totalCount: 1,
    updatedCount: 1,
    unchangedCount: 0,
    notFoundCount: 0,
    errorCount: 0,
    errorMessage: null,
    isModified: true,
    warnings: [],
  })
  t.match(await fetchForm(at.id), {
    rmaNumber: 'R-9',
    returnComment: 'two',
    total: 200,
    creditAmount: 200,
    lineItems: [{ quantity: 2, returnQuantity: 2 }],
  })
  t.equal((await readOrder(at.id)).orderForm.lineItems[0].returnQuantity, 2)
  const again = await patchReturn(at, sent)
  t.match(again.body, { updatedCount: 0, unchangedCount: 1, isModified: false })
  const [created, updated, ...more] = (await outboxEnvelopes(test, at.id)).filter(({ type }) => type.startsWith('orders.return.'))
  t.match([created.data, updated.data], [{ creditAmount: 100 }, { creditAmount: 200 }])
  t.same(more, [])
})

t.test('given a credit that was set, when the total changes, then the credit stays', async (t) => {
  const at = await returned()
  await patchReturn(at, { creditAmount: 30 })
  await patchReturn(at, { lineItems: [{ lineItemId: '2', quantity: 1 }] })
  t.match(await fetchForm(at.id), { total: 349.9, creditAmount: 30 })
})

t.test('when a return form is set to a cancelled status, then its units are free again and no workflow runs', async (t) => {
  const at = await returned()
  await patchReturn(at, { status: 'Cancelled' })
  t.match(await readOrder(at.id), { netTotal: 498.9, orderForm: { lineItems: [{ returnQuantity: 0 }] } })
  const { body } = await test.send({ url: `/api/Orders/${at.id}/WorkflowRuns` })
  t.notOk(body.result.some((run: { returnId: unknown }) => run.returnId !== null))
})

t.test('when a patch asks for more units or credit than there are, then either route refuses it', async (t) => {
  const at = await returned()
  const refuses = async (patch: object, error: string) => {
    t.match(await patchReturn(at, patch), { status: 400, body: { error } }, JSON.stringify(patch))
    const body = { returnOrderForms: [{ returnId: '1', ...patch }] }
    t.match(await test.send({ method: 'PATCH', url: `/api/Orders/${at.id}/PatchOrder`, body }), { status: 400, body: { error } })
  }
  await refuses({ lineItems: [{ lineItemId: '1', quantity: 3 }] }, 'QuantityNotAvailable')
  await refuses({ creditShipmentAmount: 49.01 }, 'ValidationFailed')
  await refuses({ creditAmount: 100.01 }, 'ValidationFailed')
  await refuses({ creditAmount: -5 }, 'ValidationFailed')
  await refuses({ status: 'Shipped' }, 'ValidationFailed')
  await refuses({ creditShipmentAmount: -1 }, 'ValidationFailed')
  t.match((await patchReturn(at, { creditShipmentAmount: -1 })).body.errors, { creditShipmentAmount: [String] })
  t.match(await fetchForm(at.id), { total: 100, shippingCreditedTotal: 0 })
})

t.test('when a patch names an unknown line or store, then either route refuses it and nothing is written', async (t) => {
  const at = await returned()
  const before = await readOrder(at.id)
  const refuses = async (patch: object, path: string) => {
    const { status, body } = await patchReturn(at, patch)
    t.same([status, Object.keys(body.errors)], [400, [path]], JSON.stringify(patch))
    const whole = { returnOrderForms: [{ returnId: '1', ...patch }] }
    const other = await test.send({ method: 'PATCH', url: `/api/Orders/${at.id}/PatchOrder`, body: whole })
    t.same([other.status, Object.keys(other.body.errors)], [400, [`returnOrderForms[0].${path}`]], JSON.stringify(patch))
  }
  const unknown = [
    { lineItemId: '1', quantity: 1 },
    { lineItemId: '99', quantity: 1 },
  ]
  await refuses({ lineItems: unknown }, 'lineItems[1].lineItemId')
  await refuses({ lineItems: unknown, replaceLineItemsArray: true, returnComment: 'x' }, 'lineItems[1].lineItemId')
  await refuses({ storeId: 'NOPE', returnComment: 'x' }, 'storeId')
  t.same(await readOrder(at.id), before)
  const skipped = await patchReturn(at, { lineItems: unknown, shouldAddMissingLineItems: false })
  t.match(skipped.body, { unchangedCount: 1 }, 'lines that are not to be added are passed over')
})

t.test('when a line is added to a return form, then it is the line that was sold', async (t) => {
  const at = await returned()
  await patchReturn(at, { lineItems: [{ lineItemId: '2', quantity: 1, returnReason: 'wrong' }] })
  const [, sold] = (await readOrder(at.id)).orderForm.lineItems
  const { code, taxRate, placedPrice } = sold
  t.match((await fetchForm(at.id)).lineItems[1], { code, taxRate, placedPrice, returnQuantity: 1, returnReason: 'wrong' })
})

t.test('when amounts are patched, then they are stored in the decimals of the currency', async (t) => {
  const at = await returned({ handlingTotal: 3 })
  await patchReturn(at, { creditAmount: 10.005, chargeShipmentCostAmount: 1.005, handlingTotal: 2.345 })
  const form = await fetchForm(at.id)
  t.match(form, { creditAmount: 10.01, handlingTotal: 2.35, returnCharges: [{ amount: 1.01 }], total: 101.34 })
  const again = await patchReturn(at, { creditAmount: 10.005, chargeShipmentCostAmount: 1.005 })
  t.match(again.body, { unchangedCount: 1 })
})

t.test('given a refunded return form, when it is patched, then amounts and lines stay and notes may change', async (t) => {
  const at = await returned()
  const { body } = await returnStatus(at.id, { returnId: '1', status: 'Completed' })
  t.equal(body.isAborted, false)
  await test.background.idle()
  const before = await fetchForm(at.id)
  t.match(before, { status: 'Completed', creditPaymentTotal: 100, total: 100 })
  const refused: [object, string][] = [
    [{ creditAmount: 50 }, 'creditAmount'],
    [{ creditPayment: false }, 'creditPayment'],
    [{ handlingTotal: 5 }, 'handlingTotal'],
    [{ creditShipmentAmount: 10 }, 'creditShipmentAmount'],
    [{ chargeShipmentCostAmount: 10 }, 'chargeShipmentCostAmount'],
    [{ lineItems: [{ lineItemId: '1', quantity: 2 }] }, 'lineItems'],
    [{ lineItems: [{ lineItemId: '2', quantity: 1 }] }, 'lineItems'],
    [{ lineItems: [], replaceLineItemsArray: true }, 'lineItems'],
  ]
  for (const [patch, path] of refused) {
    const response = await patchReturn(at, { ...patch, returnComment: 'never' })
    t.same([response.status, Object.keys(response.body.errors)], [400, [path]], JSON.stringify(patch))
  }
  t.same(await fetchForm(at.id), before)
  const notes = { returnComment: 'seen', rmaNumber: 'R-7', creditAmount: 100, properties: [{ key: 'a', value: '1' }] }
  t.match((await patchReturn(at, notes)).body, { updatedCount: 1 })
  t.match(await fetchForm(at.id), { returnComment: 'seen', rmaNumber: 'R-7', total: 100 })
})

t.test('given a line that costs less since it was returned, when only notes are patched, then they are written', async (t) => {
  const at = await returned()
  await postReturn(at.id, { returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  await returnStatus(at.id, { returnId: '1', status: 'Completed' })
  await test.background.idle()
  const body = { orderForm: { lineItems: [{ lineItemId: '1', placedPrice: 30 }] } }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${at.id}/PatchOrder`, body })).status, 200)
  for (const returnId of ['1', '2'])
    t.match((await patchReturn({ ...at, returnId }, { returnComment: 'seen' })).body, { updatedCount: 1 })
  t.match(await fetchForm(at.id), { returnComment: 'seen', creditAmount: 100 })
})

t.test('given less captured than a form credits, when its credit is patched, then it is at most what is left', async (t) => {
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ payments: [authorization({ amount: 60 })] }) })
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  const at = { id, returnId: '1' }
  t.match(await fetchForm(id), { creditAmount: 100 }, 'by default it is the total: more may be captured later')
  t.match((await patchReturn(at, { creditAmount: 61 })).body, { error: 'ValidationFailed', errors: { creditAmount: [String] } })
  t.equal((await patchReturn(at, { creditAmount: 60 })).status, 200)
  t.equal((await patchReturn(at, { creditAmount: 100 })).status, 200, 'and may be it again')
})

t.test('given two concurrent patches for the last unit, when they have ended, then one has failed', async (t) => {
  const { id } = await returned()
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 0.5 }] })
  const patch = (returnId: string, quantity: number) =>
    patchReturn({ id, returnId }, { lineItems: [{ lineItemId: '1', quantity }] })
  const responses = await Promise.all([patch('1', 1.5), patch('2', 1)])
  t.same(responses.map(({ status }) => status).sort(), [200, 400])
})

t.test('when a form is unknown, of another store, stale or of a read-only order, then the patch fails', async (t) => {
  const at = await returned()
  const patch = { returnComment: 'x' }
  t.equal((await patchReturn({ ...at, returnId: '9' }, patch)).status, 404)
  t.equal((await patchReturn({ ...at, id: 'nobody' }, patch)).status, 404)
  t.equal((await patchReturn(at, { returnId: '2' })).status, 400)
  t.equal((await patchReturn(at, patch, { 'if-match': '"stale"' })).status, 412)
  const url = `/api/Returns/${at.id}/1`
  t.equal((await test.send({ method: 'PATCH', url, body: patch, as: { storeIds: ['142'] } })).status, 403)
  t.equal((await test.send({ method: 'PATCH', url, body: { storeId: '142' }, as: { storeIds: ['Oslo-01'] } })).status, 403)
  await test.send({ method: 'DELETE', url: `/api/Orders/${at.id}` })
  t.match(await patchReturn(at, patch), { status: 400, body: { error: 'OrderIsDeleted' } })
})
