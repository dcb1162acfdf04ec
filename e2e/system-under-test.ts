import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { type RestClient, restClient } from '@open-oms/system/rest-client'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import type { SystemOptions } from '@open-oms/system/start/system-options'
import pg from 'pg'
import { checkResponses } from './check-responses.ts'

export type SystemUnderTest = { system: System; client: RestClient; dataDir: string }

/**
 * The whole system with real processes in a folder of its own, an empty one by default; gone when
 * the test ends.
 */
export async function systemUnderTest(
  t: { teardown(end: () => Promise<void>): unknown },
  {
    environment = {},
    dataDir: given,
    ...options
  }: Partial<Pick<SystemOptions, 'configDir' | 'environment' | 'dataDir' | 'gatewayPort'>> = {},
): Promise<SystemUnderTest> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'oms-e2e-')))
  const system = await startSystem({ ...options, dataDir, environment: { LOG_LEVEL: 'error', ...environment } })
  const undocumented = await checkResponses(system.gatewayUrl)
  t.teardown(async () => {
    const found = undocumented()
    await system.stop()
    await rm(dataDir, { recursive: true, force: true })
    if (found.length > 0) failTest(new Error(`responses that the OpenAPI document does not have: ${found.join('; ')}`))
  })
  return { system, dataDir, client: await restClient(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' }) }
}

const sayAfterMs = 30_000

/**
 * Repeats a call until its result is accepted, for what happens soon but not immediately. It has no
 * time limit: the runner ends a file that continues forever, and shows the last result, which is
 * printed here meanwhile.
 */
export async function eventually<T>(ask: () => Promise<T>, isAccepted: (result: T) => boolean): Promise<T> {
  for (let sayAt = Date.now() + sayAfterMs; ; ) {
    const result = await ask().catch((error: Error) => error)
    if (!(result instanceof Error) && isAccepted(result)) return result
    if (Date.now() > sayAt) {
      sayAt = Date.now() + sayAfterMs
      process.stderr.write(
        `Still waiting; the last result: ${result instanceof Error ? result.message : JSON.stringify(result)}\n`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The rows of one query on a service's database. */
export async function queryRows<Row>(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows as Row[]
  } finally {
    await client.end()
  }
}
