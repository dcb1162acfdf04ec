import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import t from 'tap'
import { paymentOptions } from './payment-options.ts'

const method = (name: string, fields: Partial<PaymentMethod> = {}): PaymentMethod => ({
  name,
  paymentMethodName: null,
  providerName: null,
  displayName: name,
  connector: 'bank',
  markets: [],
  authorizationTimeInDays: null,
  displayInCart: true,
  editable: true,
  isEmptyPayment: false,
  isInvoice: false,
  isGiftCard: false,
  paymentLink: false,
  logoUrl: null,
  termsUrl: null,
  active: true,
  ...fields,
})
const namesFor = (marketId: string | null, methods: PaymentMethod[]) => paymentOptions(methods, marketId).map(({ name }) => name)

t.test(
  'given payment methods, when the options of a market are read, then they are the active ones of it or of all markets',
  async (t) => {
    const methods = [method('Card'), method('Vipps', { markets: ['NOR'] }), method('Swish', { markets: ['SWE', 'FIN'] })]
    methods.push(method('Cheque', { active: false }))
    t.strictSame(namesFor('NOR', methods), ['Card', 'Vipps'])
    t.strictSame(namesFor('FIN', methods), ['Card', 'Swish'])
    t.strictSame(namesFor(null, methods), ['Card'])
  },
)

t.test('given extra configuration fields, when options are read, then they have exactly the fields of the API', async (t) => {
  const secretive = {
    ...method('Card', { paymentMethodName: 'CardPayment' }),
    merchantId: 'm-1',
    token: 't',
    endpoint: 'https://bank',
  }
  t.strictSame(paymentOptions([secretive], 'NOR'), [
    {
      name: 'Card',
      paymentMethodName: 'CardPayment',
      providerName: null,
      displayName: 'Card',
      authorizationTimeInDays: null,
      displayInCart: true,
      editable: true,
      isEmptyPayment: false,
      logoUrl: null,
      termsUrl: null,
    },
  ])
  t.equal(paymentOptions([method('Cash')], 'NOR')[0]?.paymentMethodName, 'Cash')
})
