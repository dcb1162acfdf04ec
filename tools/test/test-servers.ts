import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNatsServer } from '@open-oms/local-servers/find-nats-server'
import { startTemporaryPostgres, trustingFiles } from '@open-oms/local-servers/temporary-postgres'

const foreign =
  /^(npm_|PG|OMS_|OIDC_|OTEL_|TAP|TOKEN_)|DATABASE_(READ_)?URL$|^(NODE_ENV|NODE_OPTIONS|LOG_LEVEL|PUBLIC_URL|NATS_(URL|USER|PASSWORD)|REDIS_URL|SMTP_URL|HOST|PORT)$/
const ofTests = ['OMS_TEST_DATABASE_URL', 'OMS_NATS_SERVER', 'OMS_PROPERTY_RUNS', 'OMS_RECORD_EXAMPLES']

// Node keeps what it has compiled: every later process starts faster.
const compileCache = join(import.meta.dirname, '..', '..', '.cache', 'compile')

/** Linux's folder of files that live in memory. */
const memoryFolder = '/dev/shm'
/** Twice what the tests have there at one time. */
const memoryFreeMin = 4 * 1024 ** 3

/**
 * Where tests have their temporary files: in memory where there is room, because the database of a
 * test is a thousand files, which a disk takes twenty times as long to copy.
 */
function temporaryFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryFreeMin ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * What tests see of the environment: no address of a real server, and nothing of the npm that runs
 * them.
 */
function testEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => ofTests.includes(name) || !foreign.test(name))
  return { NODE_COMPILE_CACHE: compileCache, TMPDIR: temporaryFolder(), ...Object.fromEntries(kept) }
}

export type TestServers = {
  /**
   * False for tests that need none; one that asks for a database all the same starts its own
   * server.
   */
  hasPostgres: boolean
}

/**
 * Runs the work with the environment of tests: the PostgreSQL of `OMS_TEST_DATABASE_URL` when it is
 * given, else one that is started for the work and removed after it, and a nats-server program. A
 * signal ends the process, and with it what it started.
 */
export async function withTestServers<T>(
  { hasPostgres }: TestServers,
  work: (environment: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const environment = testEnvironment()
  // The server below has its files there too.
  process.env.TMPDIR = environment.TMPDIR
  environment.OMS_NATS_SERVER = await findNatsServer({
    onFetch: () => process.stdout.write('No nats-server is installed: fetching one\n'),
  })
  const postgres =
    hasPostgres && !environment.OMS_TEST_DATABASE_URL ? await startTemporaryPostgres({ files: trustingFiles }) : null
  const stopAndLeave = () => void Promise.resolve(postgres?.remove()).then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAndLeave)
  try {
    return await work(postgres === null ? environment : { ...environment, OMS_TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres?.remove()
  }
}
