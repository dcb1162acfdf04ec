// Own process: it measures memory.
import t from 'tap'
import { collectStartGarbage } from './collect-start-garbage.ts'

t.test('given garbage of the start, when it is collected, then the heap is smaller', async (t) => {
  const places = Array.from({ length: 300_000 }, (_, index) => ({ index, text: `at ${index}` }))
  const { heapTotal } = process.memoryUsage()
  t.equal(places.length, 300_000)
  places.length = 0
  collectStartGarbage()
  t.ok(process.memoryUsage().heapTotal < heapTotal, 'the heap is smaller than with it')
})
