import { invariant } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import pino from 'pino'
import type { Test } from 'tap'
import { createMetrics } from '../observability/metrics.ts'
import type { ServerOptions } from '../server/build-server.ts'
import type { Server } from '../server/register-route.ts'
import { openStandby } from '../standby/standby.ts'
import type { TestDatabase } from './test-database.ts'
import { eventually } from './test-events.ts'
import { testIssuer } from './test-issuer.ts'
import { type TestClient, type TestRequest, testClient, testServerOptions } from './test-server.ts'
import type { TestStandby } from './test-standby.ts'

export type StandbySuite = {
  servers: TestStandby
  /** A database of the primary, which the requests find something in. */
  database: TestDatabase
  contracts: readonly RouteContract[]
  build(options: ServerOptions): Promise<Server>
  /** A request for each route that may read from a standby, by its operation. */
  requests: Readonly<Record<string, TestRequest | ((client: TestClient) => Promise<TestRequest>)>>
}

/**
 * Tests that each route which may read from a standby reads from a real one
 * (http.md#reads-from-a-standby). Returns a client of an app that does so, to which the tests may
 * add their own.
 */
export async function standbySuite(t: Test, suite: StandbySuite): Promise<TestClient> {
  const { servers, database, contracts } = suite
  const metrics = createMetrics('test')
  const standby = openStandby({
    url: servers.standbyDatabaseUrl(database.url),
    primary: database,
    log: pino({ level: 'silent' }),
    metrics,
    poolSizeMax: 10,
    // A busy machine must not make the standby late.
    lagMsMax: 60_000,
  })
  const issuer = await testIssuer()
  const app = await suite.build({ ...testServerOptions(issuer), database, standby: standby.reading })
  const client = testClient(app, issuer)
  t.teardown(async () => {
    await app.close()
    await standby.close()
  })
  const shown = async (name: string) => Number(new RegExp(`^${name}\\S* (\\d+)`, 'm').exec(await metrics.page())?.[1] ?? 0)
  await eventually(async () => (await shown('oms_standby_usable')) === 1, 'the standby is usable')
  const counted = () => shown('oms_standby_reads_total\\{outcome="standby"')

  for (const { operationId } of contracts.filter(({ reads }) => reads === 'standby')) {
    t.test(`given a standby, when ${operationId} is called, then it reads from there`, async (t) => {
      const given = suite.requests[operationId]
      invariant(given !== undefined, `the suite has no request for ${operationId}`)
      const request = typeof given === 'function' ? await given(client) : given
      const before = await counted()
      const { status, text } = await client.send(request)
      t.equal(status, 200, text)
      t.ok((await counted()) > before)
    })
  }
  return client
}
