import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { kitProject, migrate } from '../../database/migrate.ts'
import type { MigrationProject } from '../../database/migration-history.ts'
import { withSchemaEngine } from './schema-engine.ts'

export type DiffRequest = MigrationProject & {
  schemaPath: string
  /** A server on which a database may be created for the comparison; it is dropped again. */
  serverUrl: string
}

async function withEmptyDatabase<T>(serverUrl: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const name = `diff_${randomUUID().replaceAll('-', '')}`
  try {
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

/**
 * The SQL that would turn what the migrations make into what schema.prisma says; empty when both
 * agree. The migrations run on an empty database, exactly as they do in production.
 *
 * The following are written into the migration manually and do not show as a difference: triggers,
 * functions, extensions, CHECK constraints, DEFERRABLE on a foreign key, partial and expression
 * indexes, identity columns (`@default(autoincrement())` in the schema), other names of sequences,
 * and storage settings. Everything else, plain indexes and the names of constraints and indexes
 * included, must be in schema.prisma too.
 */
export async function diffMigrations(request: DiffRequest): Promise<string> {
  const datamodel = await readFile(request.schemaPath, 'utf8')
  const { schema, migrationsFolder } = request
  const files = [{ path: 'schema.prisma', content: datamodel }]
  return await withEmptyDatabase(request.serverUrl, async (databaseUrl) => {
    await migrate({ databaseUrl, projects: schema === 'kit' ? [request] : [kitProject, { schema, migrationsFolder }] })
    return await withSchemaEngine({ databaseUrl, schema, datamodel }, async (engine) => {
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: '.' },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      })
      return withoutNoise(stdout ?? '')
    })
  })
}

/**
 * The engine always offers to create the schema `public`, and says in a comment that nothing is to
 * be done.
 */
function withoutNoise(script: string): string {
  return script
    .replace(/-- CreateSchema\s*CREATE SCHEMA IF NOT EXISTS "public";\s*/, '')
    .replace(/-- This is an empty migration\.\s*/, '')
    .trim()
}
