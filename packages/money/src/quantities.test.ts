import t from 'tap'
import { fromUnits, restOfQuantity, sumOfQuantities, toUnits, UNITS_MAX } from './quantities.ts'

t.test('given quantities with decimals, when they are added, then the sum has no trace of binary fractions', async (t) => {
  t.equal(sumOfQuantities([0.1, 0.2]), 0.3)
  t.equal(sumOfQuantities([]), 0)
  t.equal(restOfQuantity(1, 0.7, 0.1), 0.2)
  t.equal(restOfQuantity(2), 2)
})

t.test('given a quantity, when it becomes thousandths and back, then it is the same', async (t) => {
  t.equal(toUnits(1.001), 1001)
  t.equal(fromUnits(1001), 1.001)
  t.equal(toUnits(fromUnits(UNITS_MAX)), UNITS_MAX)
})
