import t from 'tap'
import { createNotifier } from './notifier.ts'

t.test('given listeners, when something is notified, then those that still listen are called', (t) => {
  const { listen, notify } = createNotifier()
  const calls: string[] = []
  const stop = listen(() => calls.push('first'))
  listen(() => calls.push('second'))
  notify()
  stop()
  notify()
  t.same(calls, ['first', 'second', 'second'])
  t.end()
})
