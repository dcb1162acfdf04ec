import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { NatsServiceName } from '@open-oms/contracts/nats-users'
import pg from 'pg'
import type { Test } from 'tap'
import { type BuiltStatement, declaredStatements } from '../../database/statement.ts'
import { testDatabase } from '../test-database.ts'
import { builtStatementProblems, statementProblems } from './describe-statement.ts'

const services = new URL('../../../../../services/', import.meta.url)

/**
 * Loads what declares statements: all of a service but its entry points, which are at the top, and
 * what belongs to tests.
 */
async function loadModules(service: string): Promise<void> {
  const source = new URL(`${service}/src/`, services)
  const paths = globSync('*/**/*.ts', { cwd: fileURLToPath(source), exclude: ['cli/**', 'testing/**', '**/*.test.ts'] })
  for (const path of paths) await import(pathToFileURL(fileURLToPath(new URL(path, source))).href)
}

/**
 * Has the migrated database of a service describe every statement that its modules declare, and
 * each of `built`, by what it is for. Fails the test for a statement whose parameters, columns or
 * nullability differ.
 */
export async function checkStatements(t: Test, service: NatsServiceName, built: Record<string, BuiltStatement>): Promise<void> {
  const { url } = await testDatabase(t, service)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  await loadModules(service)
  // Those of the kit have a test of their own.
  const declared = declaredStatements().filter(({ name }) => !name.startsWith('kit-'))
  t.ok(declared.length > 0, 'the service declares statements')
  for (const statement of declared) t.same(await statementProblems(client, statement), [], statement.name)
  for (const [name, statement] of Object.entries(built)) t.same(await builtStatementProblems(client, statement), [], name)
}
