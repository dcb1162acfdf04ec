import pino from 'pino'
import { startConsumers } from '../../consumers/consume.ts'
import { createDatabase } from '../../database/database.ts'
import { connectNats } from '../../events/connect-nats.ts'
import { defineConsumer } from '../../events/consumer.ts'
import { startOutboxRelay } from '../../events/outbox-relay.ts'
import { counterGrown, growCounter } from '../counter-events.ts'

// A process for tests to kill. `write`: writes one event after the other while a relay publishes
// them, and says so on its standard output after 50. `consume`: handles events and dies between the
// commit of the first effects and their acknowledgement.
const [, , role, databaseUrl = '', natsUrl = ''] = process.argv
const log = pino({ level: 'silent' })
const database = createDatabase({ url: databaseUrl, log })
const nats = await connectNats({ url: natsUrl, log })

if (role === 'write') {
  startOutboxRelay({ databaseUrl, nats, log })
  for (let round = 1; ; round++) {
    await growCounter(database.inTransaction, 'a')
    if (round === 50) process.stdout.write('fifty\n')
  }
}

const counting = defineConsumer({
  name: 'counting',
  stream: 'ORDERS',
  handlers: {
    [counterGrown.type]: {
      contract: counterGrown,
      handle: async (tx, event) => {
        await tx.query({
          text: 'insert into effect (subject, sequence, by) values ($1, $2, $3)',
          values: [event.subject, event.sequence, event.data.by],
        })
        // At the commit, and so before the acknowledgement: whoever kills it from outside may come
        // too late.
        tx.afterCommit(() => process.kill(process.pid, 'SIGKILL'))
      },
    },
  },
})
startConsumers({ database, databaseUrl, nats, log }, [counting])
