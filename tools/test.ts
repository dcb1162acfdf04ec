/**
 * `npm test`: the whole check. Every step and every test point counts; the last line is "N passed, N failed".
 * `npm test -- <part of a path> …` runs only the test files whose path has that part.
 */
import { join } from 'node:path'
import { findNatsServer } from '@oms/local-servers/find-nats-server'
import { reasonOf } from '@oms/local-servers/start-error'
import { startTemporaryPostgres } from '@oms/local-servers/temporary-postgres'
import { findTestFiles, type TestFiles } from './test/find-test-files.ts'
import { runStep, type Step } from './test/run-step.ts'
import { runTestFiles } from './test/run-test-files.ts'
import { emptyTally, report, type Tally } from './test/tally.ts'

// The slowest file takes 80 s on two cores of its own; only one that hangs may come near this.
const timeoutMs = 900_000
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const tool = (name: string, ...args: string[]) => ['--conditions=development', join('tools', name), ...args]
const print = (line: string) => void process.stdout.write(`${line}\n`)

const steps: readonly Step[] = [
  { name: 'generated files are in step', command: process.execPath, args: tool('generate.ts', '--check') },
  {
    name: 'lint, format and import law',
    command: bin('biome'),
    args: ['ci', '--error-on-warnings', '--max-diagnostics=100', '.'],
  },
  { name: 'schemas of the databases', command: process.execPath, args: [join('tools', 'prisma-schemas.mjs'), 'check'] },
  { name: 'house rules', command: process.execPath, args: tool('house-check.ts') },
  { name: 'types', command: bin('turbo'), args: ['run', 'check-types', '--continue', '--output-logs=errors-only'] },
  { name: 'unused code and dependencies', command: bin('knip'), args: ['--no-progress'] },
]

/** What tests see of the environment: no address of a real server, and nothing of the npm that runs them. */
function testEnvironment(databaseUrl: string, natsServer: string): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_|PG|OMS_|OIDC_|OTEL_|TAP|TOKEN_)|DATABASE_URL$|^(NODE_ENV|NODE_OPTIONS|LOG_LEVEL|PUBLIC_URL|NATS_(URL|USER|PASSWORD)|REDIS_URL|SMTP_URL|HOST|PORT)$/
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return { ...Object.fromEntries(kept), OMS_TEST_DATABASE_URL: databaseUrl, OMS_NATS_SERVER: natsServer }
}

async function runTests(files: TestFiles): Promise<Tally> {
  const natsServer = await findNatsServer({ onFetch: () => print('No nats-server is installed: fetching one') })
  const postgres = await startTemporaryPostgres()
  const stopAndLeave = () => void postgres.remove().then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAndLeave)
  try {
    const run = { root, environment: testEnvironment(postgres.url, natsServer), print }
    const parallel = await runTestFiles({ ...run, files: files.parallel, jobs: 2, timeoutMs })
    const serial = await runTestFiles({ ...run, files: files.serial, jobs: 1, timeoutMs })
    return { passed: parallel.passed + serial.passed, failures: [...parallel.failures, ...serial.failures] }
  } finally {
    await postgres.remove()
  }
}

async function check(filters: readonly string[]): Promise<Tally> {
  const tally = emptyTally()
  const add = (part: Tally) => {
    tally.passed += part.passed
    tally.failures.push(...part.failures)
  }
  if (filters.length === 0) for (const step of steps) add(await runStep(step, root, print))
  const files = findTestFiles(root, filters)
  if (files.parallel.length + files.serial.length === 0) {
    add({ passed: 0, failures: [{ where: 'tests', text: `No test file has ${filters.join(' or ')} in its path.` }] })
  } else {
    add(await runTests(files).catch((error) => ({ passed: 0, failures: [{ where: 'tests', text: reasonOf(error) }] })))
  }
  return tally
}

const tally = await check(process.argv.slice(2))
process.stdout.write(report(tally))
process.exitCode = tally.failures.length > 0 ? 1 : 0
