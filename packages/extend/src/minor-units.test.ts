import t from 'tap'
import { fromMinorUnits, toMinorUnits } from './minor-units.ts'

t.test('given an amount, when it is written in minor units, then it is exact or null', async (t) => {
  const cases: [number, number, number | null][] = [
    [1.1, 2, 110],
    [4.35, 2, 435],
    [1.005, 3, 1005],
    [0.07, 2, 7],
    [999_999_999_999.99, 2, 99_999_999_999_999],
    [500, 0, 500],
    [0, 2, 0],
    [0.001, 2, null],
    [0.5, 0, null],
    [1e-7, 2, null],
  ]
  for (const [amount, decimals, units] of cases) {
    t.equal(toMinorUnits(amount, decimals), units, `${amount} with ${decimals}`)
    if (units !== null) t.equal(fromMinorUnits(units, decimals), amount)
  }
})
