import fc from 'fast-check'
import t from 'tap'
import type { Minor } from './minor.ts'
import { shares } from './shares.ts'

const split = (total: number, weights: number[]) => shares(total as Minor, weights) as number[]
const added = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

t.test('given a total that does not divide evenly, when it is split, then the largest remainders get the rest', async (t) => {
  t.strictSame(split(100, [1, 1, 1]), [34, 33, 33])
  t.strictSame(split(10, [1, 2, 3]), [2, 3, 5])
  t.strictSame(split(5, [3, 3, 3, 3]), [2, 1, 1, 1])
  t.strictSame(split(100, [50, 150]), [25, 75])
  t.strictSame(split(1, [0.5, 0.75]), [0, 1])
})

t.test('given a negative total, when it is split, then its shares are those of the positive one, negated', async (t) => {
  t.strictSame(split(-100, [1, 1, 1]), [-34, -33, -33])
})

t.test('given a weight of zero, when a total is split, then it gets nothing but where all weights are zero', async (t) => {
  t.strictSame(split(7, [0, 1, 0]), [0, 7, 0])
  t.strictSame(split(7, [0, 0]), [4, 3])
  t.strictSame(split(0, []), [])
  t.strictSame(split(0, [1, 2]), [0, 0])
})

t.test('given no weights or a negative one, when a total is split, then it is refused', async (t) => {
  t.throws(() => split(1, []), RangeError)
  t.throws(() => split(1, [2, -1]), RangeError)
})

t.test('given any total and weights, when it is split, then shares sum exactly, each within a unit of its part', async (t) => {
  for (const max of [1000, 9e13]) {
    const weights = fc
      .array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 40 })
      .filter((list) => Number.isSafeInteger(added(list)))
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const all = added(list)
        const total = Math.floor(all * part)
        const result = split(total, list)
        const isWithin = result.every((share, index) => {
          const weight = list[index] as number
          const exact = all === 0 ? 0n : BigInt(total) * BigInt(weight)
          const distance = BigInt(share) * BigInt(all) - exact
          return share <= weight && (distance < 0n ? -distance : distance) < BigInt(Math.max(all, 1))
        })
        return added(result) === total && isWithin
      }),
    )
  }
  t.pass()
})

t.test('given any weights, when their order is reversed, then only shares with equal remainders change', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }), fc.nat(5000), (list, total) => {
      const all = added(list)
      const reversed = split(total, [...list].reverse()).reverse()
      const moved = split(total, list).flatMap((share, index) => (share === reversed[index] ? [] : [index]))
      const remainders = new Set(moved.map((index) => (total * (list[index] as number)) % all))
      return all === 0 || remainders.size <= 1
    }),
  )
  t.pass()
})
