import { languages } from '@open-oms/contracts/language'
import t from 'tap'
import { composeTestMessage } from '../../../testing/messages/test-messages.ts'
import { type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { linesCancelledMessage } from './lines-cancelled-message.ts'

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
const written = (fields: SampleOrder = {}, other: Partial<typeof context> = {}) => {
  const changed = order(fields)
  return linesCancelledMessage({ order: changed, lines: changed.orderForm.lineItems.slice(0, 2) }, { ...context, ...other })
}
const composed = (fields: SampleOrder = {}, other: Partial<typeof context> = {}) => {
  const { config: own } = { ...context, ...other }
  return written(fields, other).map((message) => composeTestMessage(message, order(fields), own))[0]
}

t.test('when lines are cancelled, then the customer gets an e-mail in the language of the market', async (t) => {
  const head = { id: 'm1', orderId: 'O-1', kind: 'email', connector: 'email', created: now, template: 'lines-cancelled' }
  t.match(written(), [{ ...head, content: { to: ['kari@example.com'], subject: null } }])
  t.same(composed(), {
    from: { name: null, address: 'orders@example.com' },
    to: ['kari@example.com'],
    cc: [],
    bcc: [],
    subject: 'Varer i bestillingen din A-7 er kansellert',
    text: 'Hei,\n\nDisse varene i bestillingen din A-7 er kansellert:\n\n- 2 × Kopp\n- 2,5 m ROPE\n',
    open: ['kari@example.com'],
  })
  const english = composed({ marketId: 'GBR' })?.text ?? ''
  t.match(english, /^Hello,\n\nThese items of your order A-7 were cancelled:\n\n- 2 × Kopp\n- 2\.5 m ROPE/)
})

t.test('when lines are cancelled in any language, then there is a text', async (t) => {
  const texts = languages.map((language) => {
    const markets = config.markets.map((market) => ({ ...market, language }))
    return composed({}, { config: { ...config, markets } })?.text
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
  const composedText = (lines: typeof packed.orderForm.lineItems) =>
    linesCancelledMessage({ order: packed, lines }, context)
      .map((message) => composeTestMessage(message, packed, config).text)
      .join()
  t.match(composedText(packed.orderForm.lineItems), /- 1 × Breakfast set\n$/)
  t.match(composedText(packed.orderForm.lineItems.slice(1)), /- 2 × Bowl \(Del av Breakfast set\)\n$/)
})

t.test('given no address, no connector or notifications off, when lines are cancelled, then no e-mail is sent', async (t) => {
  t.same(written({ isNotificationsDisabled: true }), [])
  t.same(written({ customerEmail: '' }), [])
  t.same(written({ customerEmail: 'kari\r\nBcc: ola@example.com' }), [])
  t.same(linesCancelledMessage({ order: order(), lines: [] }, context), [], 'nothing was cancelled')
  const withMail = (fields: object) => {
    const connectors = config.connectors.connectors.map((connector) => ({ ...connector, ...fields }))
    return { config: { ...config, connectors: { ...config.connectors, connectors } } }
  }
  t.same(written({}, withMail({ active: false })), [])
  t.same(written({}, withMail({ sender: null })), [])
})
