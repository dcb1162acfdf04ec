import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/explanation/architecture.md'), 'utf8')
const orders = 'services/orders-workflow/src'

type Step = { caller: string; path: string; name: string }

/** The walks of the architecture page by their headings. */
function walksOf(text: string): Map<string, Step[]> {
  const section = /## Three walks\n(.*?)\n## /s.exec(text)?.[1] ?? ''
  const walks = section.split('\n### ').slice(1)
  return new Map(walks.map((walk) => [walk.slice(0, walk.indexOf('\n')), stepsOf(walk)]))
}

function stepsOf(walk: string): Step[] {
  return [...walk.matchAll(/^\| \d+ \| ([\w-]+) \| `([^`]+)` \| `(\w+)` \|/gm)].map(([, caller = '', file = '', name = '']) => {
    const path = /^(services|packages)\//.test(file) ? file : `${orders}/${file}`
    return { caller, path, name }
  })
}

/** The source of a file without its imports and without the declaration of a function. */
function usesIn(path: string, name: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return text.replaceAll(/^import [^']*'[^']*'$/gm, '').replaceAll(new RegExp(`function ${name}\\b`, 'g'), '')
}

const walks = walksOf(page)
t.equal(walks.size, 3, 'the page has its three walks')

for (const [heading, steps] of walks)
  t.test(
    `given the walk "${heading}", when its functions are followed, then each is where the page says and its caller uses it`,
    async (t) => {
      t.ok(steps.length >= 10, 'the walk has its rows')
      for (const { caller, path, name } of steps) {
        const isThere = existsSync(join(root, path))
        t.ok(isThere, path)
        if (!isThere) continue
        // A function, a method, or a function that an object has as a field.
        const declaration = new RegExp(`\\b(function|async|const) ${name}\\b|^ +${name}[(:]|\\b${name}[,:] `, 'm')
        t.match(readFileSync(join(root, path), 'utf8'), declaration, `${path} declares ${name}`)
        const from = steps[Number(caller) - 1]
        if (from !== undefined && existsSync(join(root, from.path)))
          t.match(usesIn(from.path, name), new RegExp(`\\b${name}\\b`), `${from.name} in ${from.path} uses ${name}`)
      }
    },
  )
