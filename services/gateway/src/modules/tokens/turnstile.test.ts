import t from 'tap'
import { createTurnstile } from './turnstile.ts'

t.test(
  'given a flood of work, when it is queued, then two run at a time and those beyond the limit are Unavailable',
  async (t) => {
    const inTurn = createTurnstile()
    const gate = Promise.withResolvers<void>()
    let running = 0
    let runningMax = 0
    const work = async () => {
      runningMax = Math.max(runningMax, ++running)
      await gate.promise
      running -= 1
      return 'done'
    }
    const started = Array.from({ length: 80 }, () => inTurn(work))
    const settled = Promise.allSettled(started)
    gate.resolve()
    const outcomes = await settled
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    t.equal(refused.length, 80 - 2 - 64)
    for (const { reason } of refused) t.match(reason, { code: 'Unavailable' })
    t.equal(runningMax, 2)
    t.equal(await inTurn(work), 'done', 'and it continues afterwards')
  },
)

t.test('given work that fails, when it has its turn, then its error is raised and the next one runs', async (t) => {
  const inTurn = createTurnstile()
  const failing = () => Promise.reject(new Error('it fails'))
  await t.rejects(inTurn(failing), { message: 'it fails' })
  await Promise.all(Array.from({ length: 4 }, () => t.rejects(inTurn(failing), { message: 'it fails' })))
  t.equal(await inTurn(async () => 'done'), 'done')
})
