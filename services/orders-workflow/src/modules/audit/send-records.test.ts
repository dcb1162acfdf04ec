import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { auditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntriesNow } from '@open-oms/service-kit/audit/audit-trail'
import { createRecordSender } from '@open-oms/service-kit/audit-stream/otlp-records'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { chainRecords } from './chain-records.ts'
import { sendRecords } from './send-records.ts'

type Sent = { eventName: string; body: { stringValue: string }; attributes: { key: string; value: { stringValue: string } }[] }

t.test('given records, when a receiver refuses them or is there, then all reach it in their order, and none twice', async (t) => {
  const received: Sent[] = []
  let status = 400
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    if (status === 200) received.push(...body.resourceLogs[0].scopeLogs[0].logRecords)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const send = await createRecordSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`)
  const database = await testDatabase(t, 'orders-workflow')
  const record = async (...indexes: number[]) => {
    const entries = indexes.map((index) => auditEntry('test', systemOrigin('tester'), { act: 'Export', details: { index } }))
    await storeEntriesNow(database, entries)
    await chainRecords(database)
  }
  await record(0, 1)
  await t.rejects(sendRecords(database, send))
  status = 200
  t.same(await Promise.all([sendRecords(database, send), sendRecords(database, send)]).then((counts) => counts.sort()), [0, 2])
  await record(2)
  t.equal(await sendRecords(database, send), 1)
  t.equal(await sendRecords(database, send), 0)
  t.same(
    received.map(({ body }) => JSON.parse(body.stringValue).details.index),
    ['0', '1', '2'],
  )
  t.match(received[0], { eventName: 'oms.audit.Export' })
  t.match(
    received[0]?.attributes.find(({ key }) => key === 'user.name'),
    { value: { stringValue: 'tester' } },
  )
})
