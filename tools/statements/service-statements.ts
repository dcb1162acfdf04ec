import { globSync } from 'node:fs'
import { join } from 'node:path'
import { declaredStatements } from '@open-oms/service-kit/database/statement'
import { root } from '@open-oms/system/root'

/** A named statement as its file declares it. */
export type DeclaredStatement = ReturnType<typeof declaredStatements>[number]

/** The statements of service-kit, which services share, have names that begin with it. */
const KIT = 'service-kit'

/**
 * Every named statement by the service that declares it, or `service-kit`, each in the order of
 * their names. Loads all modules of the services.
 */
export async function serviceStatements(): Promise<Map<string, DeclaredStatement[]>> {
  const found = new Map<string, DeclaredStatement[]>([[KIT, []]])
  const known = new Set<string>()
  for (const service of globSync('*/prisma', { cwd: join(root, 'services') }).map((path) => path.replace(/\/prisma$/, ''))) {
    const source = join(root, 'services', service, 'src')
    // Entry points, which start the service, are at the top.
    const paths = globSync('*/**/*.ts', { cwd: source, exclude: ['cli/**', 'testing/**', '**/*.test.ts'] })
    for (const path of paths.sort()) await import(join(source, path))
    for (const statement of declaredStatements().filter(({ name }) => !known.has(name))) {
      known.add(statement.name)
      const owner = statement.name.startsWith('kit-') ? KIT : service
      found.set(owner, [...(found.get(owner) ?? []), statement])
    }
  }
  for (const statements of found.values()) statements.sort((a, b) => (a.name < b.name ? -1 : 1))
  return found
}
