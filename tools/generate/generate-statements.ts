/**
 * Writes every named statement as SQL that a reviewer reads, to
 * docs/reference/statements/<service>/<name>.sql, and removes those of removed statements.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@oms/system/root'
import { renderStatement } from '../statements/render-statement.ts'
import { serviceStatements } from '../statements/service-statements.ts'

const FOLDER = 'docs/reference/statements'

/** Returns the paths that were written or removed; with `check` those that are out of step. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  const pages = new Map<string, string>()
  for (const [service, statements] of await serviceStatements()) {
    for (const statement of statements) pages.set(`${FOLDER}/${service}/${statement.name}.sql`, renderStatement(statement))
  }
  const present = new Map(
    globSync(`${FOLDER}/*/*.sql`, { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const stale = [...pages].filter(([path, text]) => present.get(path) !== text)
  const orphans = [...present.keys()].filter((path) => !pages.has(path))
  if (!check) {
    for (const [path, text] of stale) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    for (const path of orphans) rmSync(join(root, path))
  }
  return [...stale.map(([path]) => path), ...orphans]
}
