import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startTemporaryPostgres } from '@open-oms/local-servers/temporary-postgres'
import { root } from '@open-oms/system/root'
import { databaseName, databaseServices } from '@open-oms/system/start/service-names'
import { readStoredValues } from '@open-oms/system/start/stored-values'
import pg from 'pg'
import t from 'tap'

t.test(
  'given a server without databases, when two processes migrate at the same time, then both succeed and each migration runs once',
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'oms-migrate-'))
    t.teardown(() => rm(dataDir, { recursive: true, force: true }))
    // Roles belong to a whole server.
    const server = await startTemporaryPostgres()
    t.teardown(() => server.remove())
    const migrate = async () => {
      const child = spawn(process.execPath, ['--conditions=development', join(root, 'tools', 'migrate.ts')], {
        env: { ...process.env, DATABASE_URL: server.url, OMS_DATA_DIR: dataDir },
      })
      const ended = once(child, 'close')
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { code: (await ended)[0], errors, applied: Number(/(\d+) migrations applied/.exec(output)?.[1] ?? 0) }
    }
    const outcomes = await Promise.all([migrate(), migrate()])
    t.match(outcomes, Array(2).fill({ code: 0, errors: '' }))
    t.same(await migrate(), { code: 0, errors: '', applied: 0 })

    const { databasePasswords } = readStoredValues(dataDir)
    let notes = 0
    for (const service of databaseServices) {
      const database = databaseName(service)
      const { login, owner } = databasePasswords[service]
      for (const [username, password] of [
        [database, login],
        [`${database}_owner`, owner],
      ] as const) {
        const client = new pg.Client({
          connectionString: Object.assign(new URL(server.url), { username, password, pathname: `/${database}` }).href,
        })
        await client.connect()
        if (username !== database)
          for (const schema of ['kit', 'public'])
            notes += (await client.query(`select from ${schema}._prisma_migrations`)).rowCount ?? 0
        await client.end()
      }
    }
    t.equal(
      outcomes.reduce((sum, { applied }) => sum + applied, 0),
      notes,
      'the stored passwords are those of the roles, and no migration ran twice',
    )
  },
)
