import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { Amount, AmountFromZero, DateTime, Quantity } from './primitives.ts'

const isAmount = (value: unknown) => Value.Check(Amount, value)
const isQuantity = (value: unknown) => Value.Check(Quantity, value)

t.test('given an amount, when it is checked, then it may have 12 integer digits and 4 decimals and no more', async (t) => {
  for (const value of [0, -0.0001, 19.99, 1e11, -999_999_999_999]) t.ok(isAmount(value), String(value))
  for (const value of [0.00001, 1.23456, 1e12, -1e12, Number.POSITIVE_INFINITY, Number.NaN, '1', null])
    t.notOk(isAmount(value), String(value))
})

t.test('given a quantity, when it is checked, then it may have 9 integer digits and 3 decimals and no more', async (t) => {
  for (const value of [0, -0.001, 0.5, 999_999_999.999]) t.ok(isQuantity(value), String(value))
  for (const value of [0.0001, 1e9, -1e9, '1']) t.notOk(isQuantity(value), String(value))
})

t.test('given amounts that doubles cannot multiply exactly, when they are checked, then none is refused for it', async (t) => {
  // Times 10,000 these are beyond 2^53, where doubles skip numbers: comparing multiples refused one
  // in 25 of them.
  for (const value of [419_064_504_839.6265, 925_160_185_510.9495, 440_445_751_787.5665, -932_788_052_820.3229]) {
    t.ok(isAmount(value), String(value))
  }
  t.notOk(isAmount(Number('219064504839.62655')))
})

t.test('given an instant, when it is checked, then it must exist in the calendar and on the clock', async (t) => {
  t.notOk(Value.Check(DateTime, '0000-06-01T00:00:00Z'), 'there is no year 0')
  for (const value of ['2026-11-01T10:00:59Z', '2024-02-29T00:00:00.000Z', '0001-01-02T00:00:00Z'])
    t.ok(Value.Check(DateTime, value), value)
  for (const value of [
    '2026-11-01T10:00:60Z',
    '2026-02-30T10:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-01',
  ])
    t.notOk(Value.Check(DateTime, value), value)
})

t.test('given a price, when it is negative, then it is refused', async (t) => {
  t.ok(Value.Check(AmountFromZero, 0))
  t.notOk(Value.Check(AmountFromZero, -0.01))
})
