/**
 * Writes a new migration: the SQL that leads from what the migrations of a service make to what its
 * schema.prisma says. Needs no network and no database; it starts a PostgreSQL of its own for the
 * comparison. Review the script and add manually what a schema cannot say (see diffMigrations). Run
 * it with: node --conditions=development tools/new-migration.ts <service|kit> <name> [--empty]
 */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startTemporaryPostgres } from '@open-oms/local-servers/temporary-postgres'
import { diffMigrations } from '@open-oms/service-kit/testing/schema/diff-migrations'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'

const usage = `Usage: new-migration <service|kit> <name> [--empty]

<name> is of lower-case letters, digits and hyphens, such as add-shipment-index. --empty writes a script without content,
for SQL that schema.prisma cannot say.
`

export type NewMigration = {
  prismaFolder: string
  schema: 'kit' | 'public'
  name: string
  now: Date
  /** A server for the comparison; null writes a script without content. */
  serverUrl: string | null
}

/** Writes the migration and returns its path; null when there is no difference. */
export async function writeMigration({ prismaFolder, schema, name, now, serverUrl }: NewMigration): Promise<string | null> {
  const migrationsFolder = join(prismaFolder, 'migrations')
  await mkdir(migrationsFolder, { recursive: true })
  await writeFile(join(migrationsFolder, 'migration_lock.toml'), 'provider = "postgresql"\n')
  const schemaPath = join(prismaFolder, 'schema.prisma')
  const script = serverUrl === null ? '' : await diffMigrations({ schema, migrationsFolder, schemaPath, serverUrl })
  if (script === '' && serverUrl !== null) return null
  const stamp = now.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const path = join(migrationsFolder, `${stamp}_${name.replaceAll('-', '_')}`, 'migration.sql')
  await mkdir(join(path, '..'))
  await writeFile(path, script === '' ? '' : `${script}\n`)
  return path
}

/** Runs the work with a PostgreSQL of its own. */
async function withServer<T>(work: (serverUrl: string) => Promise<T>): Promise<T> {
  const server = await startTemporaryPostgres()
  try {
    return await work(server.url)
  } finally {
    await server.remove()
  }
}

const projectPrismaFolder = (project: string) =>
  join(root, project === 'kit' ? 'packages/service-kit' : `services/${project}`, 'prisma')

/** What is wrong with the words of the command line; null: nothing. */
function checkArguments([project = '', name = '', ...more]: readonly string[]): string | null {
  if (project === '' || !/^[a-z0-9_-]+$/.test(name) || more.length > 0) return 'Name a service, or kit, and the migration.'
  const folder = projectPrismaFolder(project)
  return existsSync(join(folder, 'schema.prisma')) ? null : `There is no ${relative(root, folder)}/schema.prisma.`
}

async function run(): Promise<number> {
  const { values, positionals } = commandLine({ usage, options: { empty: { type: 'boolean' } }, checkArguments })
  const [project = '', name = ''] = positionals
  const prismaFolder = projectPrismaFolder(project)
  const schema = project === 'kit' ? 'kit' : 'public'
  const write = (serverUrl: string | null) => writeMigration({ prismaFolder, schema, name, now: new Date(), serverUrl })
  const path = values.empty ? await write(null) : await withServer(write)
  console.log(path === null ? 'The migrations make what schema.prisma says; nothing is written.' : relative(root, path))
  return 0
}

if (import.meta.main) {
  process.exitCode = await run().catch((error: Error) => {
    console.error(error.message)
    return 1
  })
}
