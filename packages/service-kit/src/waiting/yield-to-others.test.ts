import t from 'tap'
import { createYielder } from './yield-to-others.ts'

function keepBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

t.test(
  'given pieces of work that take longer than a turn, when they follow each other, then others are served after each',
  async (t) => {
    const served: string[] = []
    const yieldIfDue = createYielder()
    for (const piece of ['first', 'second', 'third']) {
      setImmediate(() => served.push(`after ${piece}`))
      keepBusy(11)
      await yieldIfDue()
      t.equal(served.at(-1), `after ${piece}`)
    }
  },
)
