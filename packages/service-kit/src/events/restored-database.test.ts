import pino from 'pino'
import t from 'tap'
import { growCounter } from '../testing/counter-events.ts'
import { setUpCounting } from '../testing/counting-consumer.ts'
import { eventually } from '../testing/test-events.ts'
import { startOutboxRelay } from './outbox-relay.ts'

t.test(
  'given a stream with newer events than the database, when the relay starts, then it says so unless they are in the outbox',
  async (t) => {
    const { database, events } = await setUpCounting(t)
    const errors: Record<string, unknown>[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
    const isOutboxEmpty = async () => (await database.query({ text: 'select from kit.outbox limit 1' })).length === 0
    const publishOne = async (subject: string) => {
      const relay = startOutboxRelay({ databaseUrl: database.url, nats: events.nats, log })
      // It is published after the streams were compared.
      await growCounter(database.inTransaction, subject)
      await eventually(isOutboxEmpty, 'the outbox is empty')
      await relay.stop()
    }
    for (let count = 1; count <= 3; count++) await publishOne('a')
    await database.query({
      text: `with unrecorded as (delete from kit.event_place where sequence = 3 returning id)
        insert into kit.waiting_event (id) select id from unrecorded`,
    })
    await publishOne('b')
    t.same(errors, [], 'it was published, and the process ended before it was recorded')
    const { state } = await events.nats.manager.streams.info('ORDERS')
    await database.query({ text: 'delete from kit.event_place where sequence > 2' })
    await publishOne('c')
    t.match(errors, [{ stream: 'ORDERS', recorded: 2, newest: state.last_seq }])
    await publishOne('d')
    t.equal(errors.length, 1, 'what was published since is newer')
  },
)
