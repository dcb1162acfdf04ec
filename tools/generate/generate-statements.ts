/**
 * Writes every named statement as SQL that a reviewer reads, to
 * docs/reference/statements/<service>.sql, and removes the files of removed services.
 */
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import { writeGenerated } from '../docs/write-generated.ts'
import { renderStatement } from '../statements/render-statement.ts'
import { serviceStatements } from '../statements/service-statements.ts'

const FOLDER = 'docs/reference/statements'

/** Returns the paths that were written or removed; with `check` those that are out of step. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  const pages = new Map<string, string>()
  for (const [service, statements] of await serviceStatements()) {
    pages.set(`${FOLDER}/${service}.sql`, statements.map(renderStatement).join('\n'))
  }
  const orphans = globSync(`${FOLDER}/**/*.sql`, { cwd: root }).filter((path) => !pages.has(path))
  if (!check) for (const path of orphans) rmSync(join(root, path))
  return [...writeGenerated(pages, { check }), ...orphans]
}
