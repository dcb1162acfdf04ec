import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { close, sell } from '../../testing/till.ts'

const withoutRegister = (names: string) => `completed orders of the store are in no report, as they name no register: ${names}`
const inEuro = 'completed orders of these registers are not counted, as they are in EUR: euro'

t.test('given sales that a report cannot count, when a till is closed, then its warnings name them', async (t) => {
  const test = await testOrders(t)
  await sell(test, { id: 'euro', fields: { billingCurrency: 'EUR' } })
  await sell(test, { id: 'nowhere', register: null })
  await sell(test, { id: 'other-register', register: 'R2', fields: { billingCurrency: 'EUR' } })
  await sell(test, { id: 'other-store', storeId: 'Bergen-01', register: null })
  await sell(test, { id: 'open', register: null })
  await test.send({ method: 'POST', url: '/api/Orders/open/UpdateStatus', body: { status: 'New' } })
  await sell(test)
  const shown = await test.send({
    method: 'POST',
    url: '/api/ZReport/Preview',
    body: { storeId: 'Oslo-01', registerIds: ['R1'] },
  })
  t.same(shown.body.warnings, [inEuro, withoutRegister('nowhere')])
  const { body } = await close(test, { zReportId: 'Z-1' })
  t.match(body, { sales: { amount: 125, count: 1 }, warnings: [inEuro, withoutRegister('nowhere')] })
  t.same((await close(test, { currencyCode: 'EUR' })).body.warnings, [withoutRegister('nowhere')])
  t.same((await close(test)).body.warnings, [withoutRegister('nowhere')], 'the other currency is counted by now')
  const { warnings } = (await close(test, { zReportId: 'Z-1', roundOff: 1 })).body
  t.same(warnings, ['roundOff is 1, the orders sum to 0'], 'a revision takes no further sales')
})

t.test('given many sales without a register, when a till is closed, then some are named and the others counted', async (t) => {
  const test = await testOrders(t)
  for (let index = 1; index <= 7; index++) await sell(test, { id: `lost-${index}`, register: null })
  t.same((await close(test)).body.warnings, [withoutRegister('lost-1, lost-2, lost-3, lost-4, lost-5, 2 more')])
})
