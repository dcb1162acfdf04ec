import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { ensureDatabase, kitProject, migrateService } from '@open-oms/service-kit/database/migrate'
import { root } from '../root.ts'
import { type DatabaseService, databaseServices } from './service-names.ts'

/** Where the migrations of a service's database are, by Postgres schema. */
export function migrationFolders(service: DatabaseService, servicesDir: string = join(root, 'services')) {
  return { kit: kitProject.migrationsFolder, public: join(servicesDir, service, 'prisma', 'migrations') }
}

/**
 * Creates the databases that are missing and applies the migrations that they lack. Returns how
 * many were applied. A service that has no migrations (a stand-in of a test) gets an empty
 * database.
 */
export async function migrateDatabases(servicesDir: string, urls: Record<DatabaseService, string>): Promise<number> {
  const counts = await Promise.all(databaseServices.map((service) => migrateOne(service, servicesDir, urls[service])))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function migrateOne(service: DatabaseService, servicesDir: string, url: string): Promise<number> {
  const folder = migrationFolders(service, servicesDir).public
  try {
    if (existsSync(folder)) return (await migrateService(url, folder)).length
    await ensureDatabase(url)
    return 0
  } catch (error) {
    throw new StartError(`The database of ${service} (${withoutPassword(url)}) cannot be used: ${describeError(error)}`)
  }
}

/** An address that may be shown. */
export function withoutPassword(address: string): string {
  try {
    const url = new URL(address)
    if (url.password) url.password = '***'
    // Parameters may have a password too, and what looks like a port may be the beginning of one.
    if (url.pathname.includes('@')) return 'its address is no URL'
    return Object.assign(url, { search: '', hash: '' }).href
  } catch {
    return 'its address is no URL'
  }
}
