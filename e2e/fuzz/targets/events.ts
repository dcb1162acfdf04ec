import { createHash } from 'node:crypto'
import { buildHandlerContext } from '@open-oms/service-kit/consumers/consume'
import type { Database } from '@open-oms/service-kit/database/database'
import { handleOne } from '@open-oms/service-kit/events/handle-events'
import { addDeadLetter } from '@open-oms/service-kit/events/parked-events'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { counterTables } from '@open-oms/service-kit/testing/counter-events'
import { counting, grown } from '@open-oms/service-kit/testing/counting-consumer'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { holds, type Target } from '../target.ts'

/** The stream has all of its events. */
const nats = { manager: { streams: { info: async () => ({ state: { first_seq: 1 } }) } } }

async function rowCount(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: `select (select count(*) from effect) + (select count(*) from kit.parked_event) + (select count(*) from kit.dead_letter)
      + (select count(*) from kit.event_position) as count`,
  })
  return Number(row?.count)
}

/**
 * Messages of a stream: each has its effect, waits for its turn, or becomes a dead letter; a second
 * delivery changes nothing, and no bytes end the consumer.
 */
export const events: Target = {
  files: /events\/(?:incoming-event|handle-events|parked-events|event-position)\.ts$/,
  words: [
    '"sequence":',
    '"subject":',
    '"data":',
    '"by":',
    'null',
    '1',
    '2',
    '0',
    '-1',
    '9007199254740993',
    '\\u0000',
    '\\ud800',
    '"type":',
    '{',
    '}',
    ',',
  ],
  seeds: [JSON.stringify(grown('a', 1)), JSON.stringify(grown('a', 3)), JSON.stringify(grown('b', undefined))],
  async start(t) {
    const database = await testDatabase(t)
    await database.query(counterTables)
    const context = buildHandlerContext(
      { database, nats: nats as never, log: createLogger({ service: 'fuzz', level: 'silent' }) },
      counting(),
    )
    const deliver = async (envelope: string) => {
      const result = context.read(envelope, `ORDERS:${createHash('sha256').update(envelope).digest('hex')}`)
      if ('incoming' in result) await handleOne(context, result.incoming)
      else await addDeadLetter(database, context.consumer.name, result.refused)
      return 'incoming' in result
    }
    return async (bytes) => {
      const envelope = bytes.toString()
      await database.query({ text: 'delete from effect' })
      await deliver(envelope)
      const once = await rowCount(database)
      holds(once > 0, 'nothing is known of the message', envelope)
      await deliver(envelope)
      holds((await rowCount(database)) === once, 'a second delivery', once, await rowCount(database))
    }
  },
}
