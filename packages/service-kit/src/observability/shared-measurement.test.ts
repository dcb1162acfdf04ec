import { mock } from 'node:test'
import t from 'tap'
import { sharedMeasurement } from './shared-measurement.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function counting(everyMs?: number) {
  let count = 0
  const mayEnd = Promise.withResolvers<void>()
  const measure = async () => {
    const own = ++count
    await mayEnd.promise
    return own
  }
  return { read: everyMs === undefined ? sharedMeasurement(measure) : sharedMeasurement(measure, everyMs), end: mayEnd.resolve }
}

t.test('given gauges that are read together, when they need one measurement, then it is made once', async (t) => {
  const { read, end } = counting()
  const [first, second] = [read(), read()]
  end()
  t.strictSame(await Promise.all([first, second]), [1, 1])
  await settled()
  t.equal(await read(), 2, 'the next page measures again')
})

t.test('given an interval, when pages are read within it, then they show one measurement, and after it the next', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { read, end } = counting(30_000)
  end()
  t.equal(await read(), 1)
  await settled()
  mock.timers.tick(29_999)
  t.equal(await read(), 1)
  mock.timers.tick(1)
  t.equal(await read(), 2)
})

t.test('given a measurement that fails, when it is read again, then it is made again', async (t) => {
  let count = 0
  const read = sharedMeasurement(async () => {
    if (++count === 1) throw new Error('away')
    return count
  }, 60_000)
  await t.rejects(read(), { message: 'away' })
  await settled()
  t.equal(await read(), 2)
})
