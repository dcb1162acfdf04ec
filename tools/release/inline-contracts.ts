import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { invariant } from '@open-oms/contracts/errors'

const CONTRACTS = '@open-oms/contracts/'
const specifier = /(?<before>\b(?:from|import)\s*\(?\s*['"])(?<name>@open-oms\/contracts\/[^'"]+|\.{1,2}\/[^'"]+)(?=['"])/g

/**
 * Puts the built modules of the contracts that a built package reaches into its `dist/contracts`,
 * and makes its imports lead there: the package is published without one that it needs (ADR 157).
 * Returns the names of the modules, such as `orders/order`.
 */
export function inlineContracts(packageFolder: string, contractsDist: string): string[] {
  const dist = join(packageFolder, 'dist')
  const target = join(dist, 'contracts')
  const taken = new Set<string>()
  const take = (module: string) => {
    if (taken.has(module)) return
    taken.add(module)
    for (const extension of ['.js', '.d.ts']) {
      const [source, copy] = [join(contractsDist, `${module}${extension}`), join(target, `${module}${extension}`)]
      invariant(existsSync(source), `${source} is built`)
      mkdirSync(dirname(copy), { recursive: true })
      // The map of a copy would lead nowhere.
      const text = readFileSync(source, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
      writeFileSync(copy, text)
      for (const name of importsIn(text)) take(moduleName(join(dirname(module), name)))
    }
  }
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) {
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8')
    for (const name of importsIn(text)) if (name.startsWith(CONTRACTS)) take(name.slice(CONTRACTS.length))
    writeFileSync(
      path,
      text.replaceAll(specifier, (all, before: string, name: string) => {
        if (!name.startsWith(CONTRACTS)) return all
        return `${before}${relativeImport(dirname(path), join(target, `${name.slice(CONTRACTS.length)}.js`))}`
      }),
    )
  }
  return [...taken].sort()
}

function importsIn(text: string): string[] {
  return [...text.matchAll(specifier)].map(({ groups }) => groups?.name ?? '')
}

function moduleName(path: string): string {
  return path
    .split(sep)
    .join('/')
    .replace(/(\.d)?\.ts$|\.js$/, '')
}

function relativeImport(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
