import t from 'tap'
import { findModuleProblems, locateModule } from './module-imports.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'

/**
 * Source files by their path in `services/shop/src`, each with the modules that it imports from.
 */
function sourceFiles(files: Record<string, readonly string[]>): SourceFile[] {
  return Object.entries(files).map(([inside, imports]) => {
    const path = `services/shop/src/${inside}`
    const text = imports.map((imported, index) => `import type { T${index} } from '${imported}'\n`).join('')
    return parseSourceFile(path, text)
  })
}

const map = { order: ['order/lines'], 'order/lines': [], 'modules/carts': ['order/*'], 'modules/returns': ['modules/carts'] }
const sound = {
  'order/change-order.ts': ['./lines/line.ts'],
  'order/lines/line.ts': [],
  'modules/carts/cart.ts': ['../../order/lines/line.ts', './domain/cart.ts'],
  'modules/carts/domain/cart.ts': [],
  'modules/returns/return.ts': ['../carts/cart.ts'],
  'app.ts': ['./modules/returns/return.ts'],
}

/** What is said about the sound files with some of them replaced. */
function messages(files: Record<string, readonly string[]>, own: Record<string, readonly string[]> = map): string[] {
  return findModuleProblems(sourceFiles({ ...sound, ...files }), { shop: own }).map(({ message }) => message)
}

t.test('given files that keep to the table, when they are checked, then nothing is said', async (t) => {
  t.same(messages({}), [])
})

t.test('given a type from a module that the row does not list, when it is checked, then the import is refused', async (t) => {
  t.match(messages({ 'modules/carts/cart.ts': ['../../order/lines/line.ts', '../returns/return.ts'] }), [
    'modules/carts may not use modules/returns: it is not in its row of tools/module-map.ts.',
  ])
})

t.test('given an import inside of an expression or a type, when it is checked, then it is refused as any other', async (t) => {
  for (const form of ["export type Return = import('../returns/return.ts').Return", "await import('../returns/return.ts')"]) {
    const planted = parseSourceFile('services/shop/src/modules/carts/planted.tsx', `\n${form}\n`)
    t.match(
      findModuleProblems([...sourceFiles(sound), planted], { shop: map }),
      [{ path: planted.path, line: 2, message: /^modules\/carts may not use modules\/returns/ }],
      form,
    )
  }
})

t.test('given a test or a test helper, when it imports another module, then nothing is said', async (t) => {
  t.same(messages({ 'modules/carts/cart.test.ts': ['../returns/return.ts'], 'testing/carts.ts': ['../app.ts'] }), [])
})

t.test('given a module without a row, when it is checked, then the row is asked for', async (t) => {
  t.match(messages({ 'modules/gifts/gift.ts': [] }), ['modules/gifts has no row in tools/module-map.ts.'])
})

t.test('given rows and entries that nothing uses, when the table is checked, then each is named', async (t) => {
  const own = { ...map, 'modules/gone': [], 'modules/returns': ['modules/carts', 'order/*'] }
  t.same(messages({}, own), ['modules/returns does not use order/*.', 'There is no module modules/gone.'])
})

t.test(
  'given rows that lead back to where they begin, when the table is checked, then each module of the cycle is named',
  async (t) => {
    const own = { ...map, 'modules/carts': ['order/*', 'modules/returns'] }
    t.same(messages({ 'modules/carts/cart.ts': ['../../order/lines/line.ts', '../returns/return.ts'] }, own), [
      'modules/carts leads back to itself.',
      'modules/returns leads back to itself.',
    ])
  },
)

t.test(
  'given a path, when its module is asked for, then it is the folder of a module, of a connector or of the order',
  async (t) => {
    const findModule = (path: string) => locateModule(`services/shop/src/${path}`)?.module ?? null
    t.equal(findModule('modules/carts/domain/cart.ts'), 'modules/carts')
    t.equal(findModule('connectors/http/call.ts'), 'connectors/http')
    t.equal(findModule('order/change-order.ts'), 'order')
    t.equal(findModule('order/lines/line.ts'), 'order/lines')
    t.equal(findModule('cli/command.ts'), 'cli')
    t.equal(findModule('app.ts'), 'app')
    const parted = { 'modules/carts/prices': [] }
    t.equal(locateModule('services/shop/src/modules/carts/prices/price.ts', parted)?.module, 'modules/carts/prices')
    t.equal(locateModule('services/shop/src/modules/carts/domain/cart.ts', parted)?.module, 'modules/carts')
    t.same(locateModule('packages/service-kit/src/http/etag.ts'), { service: 'service-kit', module: 'http' })
    t.equal(locateModule('packages/money/src/rounding.ts'), null)
  },
)
