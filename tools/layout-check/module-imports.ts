import type { ModuleMap } from '../module-map.ts'
import { relativeImports } from './relative-imports.ts'
import { isTest, type Problem, type SourceFile } from './source-file.ts'

/** Files that put a process together, which may use every module and which no module uses. */
const processFiles = /^services\/[^/]+\/src\/(app|start-gateway|server|migrate)\.ts$/

type Place = { service: string; module: string }

/**
 * The service, or service-kit, and the module of a file; null outside of them. A file directly in
 * `src` is a module of its own, and so is a folder of a module that has a row in the map.
 */
export function locateModule(path: string, map: ModuleMap = {}): Place | null {
  const [, service, inside] = /^(?:services|packages(?=\/service-kit\/))\/([^/]+)\/src\/(.+)\.tsx?$/.exec(path) ?? []
  if (service === undefined || inside === undefined) return null
  const [first = '', second = '', third] = inside.split('/')
  const isGroup = first === 'modules' || first === 'connectors' || (first === 'order' && third !== undefined)
  const module = isGroup ? `${first}/${second}` : first
  const part = `${module}/${third}`
  return { service, module: Object.hasOwn(map, part) ? part : module }
}

/** The rows of a map with `order/*` written out. */
function writtenOut(map: ModuleMap): Map<string, readonly string[]> {
  const order = Object.keys(map).filter((name) => name === 'order' || name.startsWith('order/'))
  return new Map(Object.entries(map).map(([name, uses]) => [name, uses.flatMap((use) => (use === 'order/*' ? order : [use]))]))
}

/**
 * What breaks the table of modules (tools/module-map.ts): imports that no row allows, modules
 * without a row, rows and entries that nothing uses, and cycles. Tests, and what only tests use,
 * may import anything of their service.
 */
export function findModuleProblems(sources: readonly SourceFile[], maps: Readonly<Record<string, ModuleMap>>): Problem[] {
  return Object.entries(maps).flatMap(([service, map]) => importProblems(service, map, sources))
}

function importProblems(service: string, map: ModuleMap, sources: readonly SourceFile[]): Problem[] {
  const own = sources.filter((file) => locateModule(file.path)?.service === service && !isTest(file.path))
  const files = own
    .map((file) => ({ ...file, from: locateModule(file.path, map)?.module ?? '' }))
    .filter(({ from }) => from !== 'testing')
  if (files.length === 0) return []
  const modules = files.filter(({ path }) => !processFiles.test(path))
  const allowed = writtenOut(map)
  const uses = modules.flatMap((file) => moduleUses(file, map))
  const strangers = modules.filter(({ from }) => !allowed.has(from))
  const refused = uses.filter(({ from, to }) => allowed.get(from)?.includes(to) === false)
  return [
    ...strangers.map(({ path, from }) => ({ path, line: 1, message: `${from} has no row in tools/module-map.ts.` })),
    ...refused.map(({ path, line, from, to }) => ({
      path,
      line,
      message: `${from} may not use ${to}: it is not in its row of tools/module-map.ts.`,
    })),
    ...staleEntries(map, new Set(files.map(({ from }) => from)), uses),
    ...findCycles(allowed),
  ]
}

type Use = { path: string; line: number; from: string; to: string }

/** The imports of a file that lead to another module of its service. */
function moduleUses(file: SourceFile & { from: string }, map: ModuleMap): Use[] {
  return relativeImports(file).flatMap(({ target, line }) => {
    const to = locateModule(target, map)?.module
    return to === undefined || to === file.from ? [] : [{ path: file.path, line, from: file.from, to }]
  })
}

const table = { path: 'tools/module-map.ts', line: 1 }

function staleEntries(map: ModuleMap, present: ReadonlySet<string>, uses: readonly Use[]): Problem[] {
  const isUsed = (name: string, entry: string) =>
    uses.some(({ from, to }) => from === name && (to === entry || (entry === 'order/*' && to.split('/')[0] === 'order')))
  return Object.entries(map).flatMap(([name, entries]) => {
    if (!present.has(name)) return [{ ...table, message: `There is no module ${name}.` }]
    const stale = entries.filter((entry) => !isUsed(name, entry))
    return stale.map((entry) => ({ ...table, message: `${name} does not use ${entry}.` }))
  })
}

/** One problem for each module from which the table leads back to it. */
function findCycles(allowed: ReadonlyMap<string, readonly string[]>): Problem[] {
  return [...allowed.keys()].flatMap((name) => {
    const seen = new Set<string>()
    const open = [...(allowed.get(name) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return [{ ...table, message: `${name} leads back to itself.` }]
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(allowed.get(next) ?? []))
    }
    return []
  })
}
