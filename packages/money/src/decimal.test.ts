import t from 'tap'
import { AmountOutOfRange, Decimal, toNumber } from './decimal.ts'

t.test('given a decimal, when it becomes a number, then the number prints as the decimal', async (t) => {
  for (const text of ['0.1', '-12.34', '999999999999.99', '999999999999.999', '0.0001', '123456789.1234']) {
    t.equal(String(toNumber(new Decimal(text))), text)
  }
  t.ok(Object.is(toNumber(new Decimal('-0')), 0))
})

t.test('given a decimal that no number represents, when it is converted, then it is refused and not rounded', async (t) => {
  t.throws(() => toNumber(new Decimal('1000000000000')), AmountOutOfRange)
  t.throws(() => toNumber(new Decimal('0.12345678901234567891')), AmountOutOfRange)
  t.throws(() => toNumber(new Decimal(Number.NaN)), AmountOutOfRange)
})
