/**
 * Writes every named statement as SQL that a reviewer reads, to
 * docs/reference/statements/<service>.sql, and removes the files of removed services.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@oms/system/root'
import { renderStatement } from '../statements/render-statement.ts'
import { serviceStatements } from '../statements/service-statements.ts'

const FOLDER = 'docs/reference/statements'

/** Returns the paths that were written or removed; with `check` those that are out of step. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  const pages = new Map<string, string>()
  for (const [service, statements] of await serviceStatements()) {
    pages.set(`${FOLDER}/${service}.sql`, statements.map(renderStatement).join('\n'))
  }
  const present = new Map(
    globSync(`${FOLDER}/**/*.sql`, { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const stale = [...pages].filter(([path, text]) => present.get(path) !== text)
  const orphans = [...present.keys()].filter((path) => !pages.has(path))
  if (!check) {
    mkdirSync(join(root, FOLDER), { recursive: true })
    for (const [path, text] of stale) writeFileSync(join(root, path), text)
    for (const path of orphans) rmSync(join(root, path))
  }
  return [...stale.map(([path]) => path), ...orphans]
}
