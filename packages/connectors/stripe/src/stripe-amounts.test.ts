import t from 'tap'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'

t.test('given an amount of a currency, when it is written for Stripe, then it is what Stripe counts', async (t) => {
  const cases: [number, string, number | null][] = [
    [98.5, 'NOK', 9850],
    [0.01, 'EUR', 1],
    [0.001, 'EUR', null],
    [500, 'JPY', 500],
    [500.5, 'JPY', null],
    [500, 'MGA', 500],
    [5, 'ISK', 500],
    [5.5, 'ISK', null],
    [5, 'UGX', 500],
    [10.45, 'HUF', 1045],
    [10.45, 'TWD', 1045],
    [5.12, 'KWD', 5120],
    [5.124, 'KWD', null],
    [1.5, 'BHD', 1500],
  ]
  for (const [amount, currency, units] of cases) {
    t.equal(toStripeAmount(amount, currency), units, `${amount} ${currency}`)
    if (units !== null) t.equal(fromStripeAmount(units, currency.toLowerCase()), amount)
  }
})
