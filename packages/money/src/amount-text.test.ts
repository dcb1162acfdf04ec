import t from 'tap'
import { amountText } from './amount-text.ts'

// Intl separates the code by a space that does not break.
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

t.test('given an amount, when it is written, then it has the code and the decimals of its currency', async (t) => {
  const write = amountText('en-GB')
  t.equal(plain(write(9793, 'NOK')), 'NOK 9,793.00')
  t.equal(plain(write(9793.4, 'JPY')), 'JPY 9,793')
  t.equal(plain(write(1.5, 'KWD')), 'KWD 1.500')
  t.equal(plain(write(2, 'NOK')), 'NOK 2.00')
})

t.test('given a currency that is none, when an amount is written, then it has two decimals and no code', async (t) => {
  const write = amountText('en-GB')
  t.equal(write(5, null), '5.00')
  t.equal(write(5, 'Kroner'), '5.00')
  t.equal(write(5, 'N1K'), '5.00')
  t.equal(write(5, ''), '5.00')
})

t.test('given a unit price, when it is written, then it keeps as many decimals as are allowed', async (t) => {
  const write = amountText('en-GB', 4)
  t.equal(plain(write(1.2345, 'NOK')), 'NOK 1.2345')
  t.equal(plain(write(1.2, 'NOK')), 'NOK 1.20')
  t.equal(plain(amountText('en-GB', 1)(1.255, 'NOK')), 'NOK 1.26')
})
