import { DomainError } from '@open-oms/contracts/errors'
import t from 'tap'
import { counterGrown } from '../testing/counter-events.ts'
import { newEvent } from './new-event.ts'
import { outboxParameter } from './outbox.ts'

const event = (subject: string) => newEvent(counterGrown, { subject, sequence: 1, time: new Date(0), data: { by: 1 } as never })

t.test('given an event too large for the server, when it is put into the outbox, then it is refused', async (t) => {
  t.throws(() => outboxParameter([event('ø'.repeat(500_000))]), new DomainError('PayloadTooLarge', ''), 'counted in bytes')
  t.equal(JSON.parse(outboxParameter([event('ø'.repeat(400_000))])).length, 1)
})
