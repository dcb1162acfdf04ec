import t from 'tap'
import { languages } from '../../order/document/language.ts'
import { type SampleOrder, sampleOrder } from '../../testing/sample-order.ts'
import { sampleConfig } from '../../testing/test-orders.ts'
import { composeLinesCancelled } from './compose-lines-cancelled.ts'

const config = await sampleConfig()
const now = '2026-03-01T10:00:00.000Z'
const context = { config, newId: () => 'm1', now }
const lineItems = [
  { displayName: 'Kopp', quantity: 3, deliveredQuantity: 1 },
  { code: 'ROPE', quantity: 2.5, unit: 'm' },
  { displayName: 'Gryte', quantity: 1 },
]
const order = (fields: SampleOrder = {}) =>
  sampleOrder({ lineItems }, { orderNumber: 'A-7', customerEmail: 'kari@example.com', ...fields })
const compose = (fields: SampleOrder = {}, other: Partial<typeof context> = {}) => {
  const composed = order(fields)
  return composeLinesCancelled({ order: composed, lines: composed.orderForm.lineItems.slice(0, 2) }, { ...context, ...other })
}

t.test('when lines are cancelled, then the customer gets an e-mail in the language of the market', async (t) => {
  t.same(compose(), [
    {
      id: 'm1',
      orderId: 'O-1',
      kind: 'email',
      connector: 'email',
      created: now,
      template: 'lines-cancelled',
      content: {
        from: { name: null, address: 'orders@example.com' },
        to: ['kari@example.com'],
        cc: [],
        bcc: [],
        subject: 'Varer i bestillingen din A-7 er kansellert',
        text: 'Hei,\n\nDisse varene i bestillingen din A-7 er kansellert:\n\n- 2 × Kopp\n- 2,5 m ROPE\n',
        open: ['kari@example.com'],
      },
    },
  ])
  const english = compose({ marketId: 'GBR' })[0]?.content.text ?? ''
  t.match(english, /^Hello,\n\nThese items of your order A-7 were cancelled:\n\n- 2 × Kopp\n- 2\.5 m ROPE/)
})

t.test('when lines are cancelled in any language, then there is a text', async (t) => {
  const texts = languages.map((language) => {
    const markets = config.markets.map((market) => ({ ...market, language }))
    return compose({}, { config: { ...config, markets } })[0]?.content.text
  })
  t.equal(new Set(texts).size, languages.length)
})

t.test('given components of a package, when they are cancelled, then only those without it name it', async (t) => {
  const packed = sampleOrder(
    {
      lineItems: [
        { displayName: 'Breakfast set', quantity: 1, isPackageBrokeDown: true },
        { displayName: 'Bowl', quantity: 2, packageLineItemId: '1' },
      ],
    },
    { customerEmail: 'kari@example.com' },
  )
  const textOf = (lines: typeof packed.orderForm.lineItems) =>
    composeLinesCancelled({ order: packed, lines }, context)[0]?.content.text ?? ''
  t.match(textOf(packed.orderForm.lineItems), /- 1 × Breakfast set\n$/)
  t.match(textOf(packed.orderForm.lineItems.slice(1)), /- 2 × Bowl \(Del av Breakfast set\)\n$/)
})

t.test('given no address, no connector or notifications off, when lines are cancelled, then no e-mail is sent', async (t) => {
  t.same(compose({ isNotificationsDisabled: true }), [])
  t.same(compose({ customerEmail: '' }), [])
  t.same(compose({ customerEmail: 'kari\r\nBcc: ola@example.com' }), [])
  t.same(composeLinesCancelled({ order: order(), lines: [] }, context), [], 'nothing was cancelled')
  const withMail = (fields: object) => {
    const connectors = config.connectors.connectors.map((connector) => ({ ...connector, ...fields }))
    return { config: { ...config, connectors: { ...config.connectors, connectors } } }
  }
  t.same(compose({}, withMail({ active: false })), [])
  t.same(compose({}, withMail({ sender: null })), [])
})
