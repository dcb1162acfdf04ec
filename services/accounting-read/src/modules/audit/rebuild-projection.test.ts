import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { createConsumers } from '../../consumers.ts'
import {
  accountingFixture,
  aPayment,
  aZReport,
  closedEnvelope,
  paymentEnvelope,
  purgedEnvelope,
} from '../../testing/accounting-fixture.ts'
import { tillAccounts } from '../../testing/sample-postings.ts'
import { buildDay } from '../payments/build-day.ts'
import { isSame, rebuildProjection } from './rebuild-projection.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

t.test(
  'given Z-reports, corrections and reused ids, when the projection is rebuilt, then the postings are the same',
  async (t) => {
    const running = await accountingFixture(t)
    const { nats } = await testEvents(t)
    running.config.charts[0]?.accounts.push(...tillAccounts)
    const publish = (event: object & { type: string }) => nats.jetstream.publish(event.type, JSON.stringify(event))
    const reconcile = async (text: string) => {
      const [row] = await running.database.query<{ id: string }>({ text })
      await running.reconcile(row?.id ?? '')
    }
    const take = async (orderId: string) => {
      await running.record(aPayment({ orderId }), 1)
      await publish(paymentEnvelope(aPayment({ orderId }), 1))
    }
    const close = async (revision: number, tips: number) => {
      const report = aZReport({ revision, tips })
      await running.close(report)
      await publish(closedEnvelope(report))
    }
    await take('first')
    await take('used again')
    await running.purge('used again')
    await publish(purgedEnvelope('used again', 2))
    const another = aPayment({ orderId: 'used again' }, { paidDate: '2026-01-17T11:00:00.000Z' })
    await running.record(another, 3)
    await publish(paymentEnvelope(another, 3))
    await close(1, 0)
    await buildDay(running.deps, day)
    await reconcile(`select id from posting where source = 'WebFulfillment'`)
    await reconcile(`select id from posting where source = 'PosZReport'`)
    await take('late')
    await close(2, 5)
    t.match(await buildDay(running.deps, day), { outcome: 'corrected' })
    t.match(await buildDay(running.deps, { ...day, postingDate: '2026-01-16' }), { outcome: 'built' })
    t.match(await buildDay(running.deps, { ...day, postingDate: '2026-01-17' }), { outcome: 'built' })

    const rebuild = async () => {
      const rebuilt = await accountingFixture(t)
      const deps = { ...rebuilt.deps, config: running.deps.config, database: rebuilt.database }
      return await rebuildProjection({
        running: running.database,
        rebuilt: deps,
        nats,
        log,
        consumers: createConsumers(deps),
      })
    }
    const same = await rebuild()
    t.same(same.differences, [])
    t.equal(same.postings, 4)
    t.ok(isSame(same))

    await running.record(aPayment({ orderId: 'in no stream' }), 1)
    await buildDay(running.deps, day)
    t.match((await rebuild()).differences, [{ posting: { postingDate: '2026-01-15', source: 'WebFulfillment' } }])
  },
)
