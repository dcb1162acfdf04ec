import t from 'tap'
import { currencyIn } from './order-currency.ts'

t.test('given an order without a currency, when its amounts are written, then they have that of its market', async (t) => {
  const markets = [
    { id: 'SWE', currency: 'SEK', isDefault: false },
    { id: 'NOR', currency: 'NOK', isDefault: true },
  ]
  t.equal(currencyIn(markets, { billingCurrency: 'EUR', marketId: 'SWE' }), 'EUR')
  t.equal(currencyIn(markets, { billingCurrency: null, marketId: 'SWE' }), 'SEK')
  t.equal(currencyIn(markets, { billingCurrency: '', marketId: null }), 'NOK', 'the default market')
  t.equal(currencyIn(markets, { billingCurrency: null, marketId: 'gone' }), 'NOK')
  t.equal(currencyIn([], { billingCurrency: null, marketId: 'SWE' }), null, 'not known yet')
})
