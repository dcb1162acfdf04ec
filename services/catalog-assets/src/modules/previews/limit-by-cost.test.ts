import t from 'tap'
import { limitByCost } from './limit-by-cost.ts'

/** Work that is running once `begun` names it, and ends on demand. */
function gatedWork(takeTurn: ReturnType<typeof limitByCost>) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string, cost: number) =>
    takeTurn(cost, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
      })
    })
  return { begun, run, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

t.test('given work with costs, when it is started, then it runs in order while the sum fits the budget', async (t) => {
  const { begun, run, end } = gatedWork(limitByCost(10))
  const [a, b, c, d] = [run('a', 6), run('b', 4), run('c', 9), run('d', 1)]
  await Promise.resolve()
  t.same(begun, ['a', 'b'])
  end('b')
  t.equal(await b, 'b')
  t.same(begun, ['a', 'b'], 'cheap work does not overtake expensive work, which would wait forever')
  end('a')
  await a
  t.same(begun, ['a', 'b', 'c', 'd'])
  end('c')
  end('d')
  t.same(await Promise.all([c, d]), ['c', 'd'])
})

t.test('given work that fails, when it ends, then its cost is returned to the budget', async (t) => {
  const { begun, run, end } = gatedWork(limitByCost(10))
  const failing = run('failing', 10)
  const next = run('next', 10)
  await Promise.resolve()
  end('failing', new Error('broken'))
  await t.rejects(failing, { message: 'broken' })
  end('next')
  t.equal(await next, 'next')
  t.same(begun, ['failing', 'next'])
})

t.test('given work above the budget, when it is started, then it runs alone', async (t) => {
  const { begun, run, end } = gatedWork(limitByCost(10))
  const [large, small] = [run('large', 1_000), run('small', 1)]
  await Promise.resolve()
  t.same(begun, ['large'])
  end('large')
  await large
  end('small')
  await small
})
