import t from 'tap'
import { better, committedRatios, guarded, guardProblems, tooSlow } from './guard-ratios.ts'

const figure = (name: string, product: number) => ({ name, baseline: 100, product, unit: '1/s' })
const ratios = { read: 0.5, list: 0.2 }

t.test('given committed ratios, when a figure loses less than a tenth of its own, then the guard is content', async (t) => {
  const measured = [figure('read', 45), figure('list', 90)]
  t.same(guardProblems(measured, ratios), [])
  t.same(
    guarded(measured, ratios).map(({ ratioMin }) => ratioMin?.toFixed(3)),
    ['0.450', '0.180'],
  )
})

t.test('given committed ratios, when a figure loses more, then the guard says which, by how much, and what it was', async (t) => {
  const measured = [figure('read', 44.9), figure('list', 20)]
  t.same(
    tooSlow(measured, ratios).map(({ name }) => name),
    ['read'],
  )
  t.same(guardProblems(measured, ratios), ['read: 0.449 of its baseline. It was 0.5; 0.450 is the least.'])
})

t.test('given a ratio that nothing is measured for, or a figure without one, then the guard says how to renew', async (t) => {
  t.match(guardProblems([figure('read', 50)], ratios), [/has "list", which is not measured. Renew it .* guard --renew/])
  t.throws(() => guarded([figure('write', 1)], ratios), /has no "write". Renew it/)
})

t.test('given a figure that was too slow, when it is measured again, then the better turn counts', async (t) => {
  const [read, list] = better([figure('read', 40), figure('list', 20)], [figure('read', 46), figure('list', 19)])
  t.match([read, list], [{ product: 46 }, { product: 20 }])
})

t.test('given the committed file, then each ratio is a positive number', async (t) => {
  const committed = Object.values(committedRatios())
  t.ok(committed.length >= 5)
  t.ok(committed.every((ratio) => ratio > 0))
})
