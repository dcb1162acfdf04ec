import t from 'tap'
import { returning } from '../../../testing/returning.ts'
import { createdOrder, orderBody, sampleConfig, testOrders, updateStatus } from '../../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const ofSweden = (name: string, prefix: string) => ({ name, prefix, digits: 4, start: 1, accountingCompanyCodes: ['SE01'] })
config.numberSequences.push(ofSweden('Online', 'SO-'), ofSweden('rma', 'SR-'), ofSweden('creditNote', 'SC-'))
const test = await testOrders(t, { config })
const { postReturn, readOrder } = returning(test)
const swedish = { storeId: 'Stockholm-01', marketId: 'SWE' }

async function numbered(fields: object = {}): Promise<string> {
  const { id: _, orderNumber: __, ...body } = orderBody({ ...fields })
  const response = await test.send({ method: 'PUT', url: '/api/Orders', body })
  if (response.status !== 201) throw new Error(response.text)
  return response.body.orderNumber
}

/** The RMA and credit note numbers of a return of an order. */
async function returnedNumbers(fields: object, requested: object = {}) {
  const { id } = await createdOrder(test, { ...fields })
  await updateStatus(test, id, { body: { status: 'Completed' } })
  await postReturn(id, { status: 'Completed', returns: [{ lineItemId: '1', returnQuantity: 1 }], ...requested })
  const [{ rmaNumber, properties }] = (await readOrder(id)).returnOrderForms
  return [rmaNumber, properties.find(({ key }: { key: string }) => key === 'CreditNoteNumber')?.value]
}

t.test('given sequences of a company, when orders are created, then each store takes numbers of its company', async (t) => {
  t.match(await numbered(), /^O-100001$/)
  t.equal(await numbered(swedish), 'SO-0001')
  t.equal(await numbered(), 'O-100002')
  t.equal(await numbered({ ...swedish, orderType: 'ClickAndCollect' }), 'C-100001', 'the type has no sequence of that company')
  const drawn = await Promise.all(Array.from({ length: 10 }, () => numbered(swedish)))
  t.same(
    drawn.sort(),
    Array.from({ length: 10 }, (_, index) => `SO-${String(index + 2).padStart(4, '0')}`),
  )
})

t.test(
  'given sequences of a company, when goods come back, then RMA and credit note have its numbers without gaps',
  async (t) => {
    t.same(await returnedNumbers(swedish), ['SR-0001', 'SC-0001'])
    t.same(await returnedNumbers({}), ['RMA-100001', 'CN-100001'])
    t.same(await returnedNumbers(swedish), ['SR-0002', 'SC-0002'])
    t.same(await returnedNumbers({}, { storeId: 'Stockholm-01' }), ['RMA-100002', 'CN-100002'], 'of the company that sold')
  },
)

t.test(
  'given a sequence that is added while the service runs, when an order is created, then it counts from its start',
  async (t) => {
    config.numberSequences.push({ ...ofSweden('ClickAndCollect', 'SCC-'), start: 500 })
    t.equal(await numbered({ ...swedish, orderType: 'ClickAndCollect' }), 'SCC-0500')
  },
)

t.test(
  'given no sequence for the company, when an order asks for a number, then it is refused; a return form has an error',
  async (t) => {
    const before = [...config.numberSequences]
    config.numberSequences.splice(0, Infinity, ...before.filter(({ prefix }) => !['O-', 'RMA-'].includes(prefix)))
    t.teardown(() => config.numberSequences.splice(0, Infinity, ...before))
    const { id: _, orderNumber: __, ...body } = orderBody()
    const refused = await test.send({ method: 'PUT', url: '/api/Orders', body })
    t.match(refused, { status: 400, body: { message: /no number sequence "Online" for the company of store "Oslo-01"/ } })
    const [rma, note] = await returnedNumbers({})
    t.same([rma, note], [null, 'CN-100003'])
  },
)
