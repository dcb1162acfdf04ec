import t from 'tap'
import { findForbiddenImports } from './import-rules.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'

/** A source file that imports, by type, what is listed. */
function fileWith(path: string, imports: readonly string[]): SourceFile {
  const text = imports.map((imported, index) => `import type { T${index} } from '${imported}'\n`).join('')
  return parseSourceFile(path, text)
}

const orders = 'services/orders-workflow/src'

t.test('given an import across a border, when the file is checked, then the rule of that border is named', async (t) => {
  const borders: [path: string, imported: string, reason: string][] = [
    ['packages/money/src/planted.ts', '@open-oms/contracts/errors', 'pure arithmetic'],
    ['packages/money/src/planted.ts', 'node:fs', 'pure arithmetic'],
    ['packages/contracts/src/planted.ts', 'fastify', 'TypeBox and its own files'],
    ['packages/contracts/src/planted.ts', '@open-oms/money/rounding', 'TypeBox and its own files'],
    ['packages/service-kit/src/http/planted.ts', '@open-oms/money/rounding', 'no business word'],
    ['packages/service-kit/src/http/planted.test.ts', '@open-oms/money/rounding', 'no business word'],
    ['packages/local-servers/src/planted.ts', '@open-oms/contracts/errors', 'is independent'],
    ['packages/local-servers/src/planted.ts', 'nats', 'is independent'],
    ['packages/client/src/planted.ts', '@open-oms/contracts/errors', 'nothing is installed beside it'],
    ['packages/client/src/planted.ts', 'node:crypto', 'runs in browsers'],
    ['packages/import/src/planted.ts', 'node:fs', 'in Node and in browsers'],
    ['services/gateway/src/modules/proxy/planted.ts', 'nats', 'service-kit only'],
    ['services/gateway/src/planted.ts', 'pg', 'no database'],
    ['e2e/planted.ts', 'nats', 'service-kit only'],
    ['e2e/planted.ts', `../${orders}/order/rules/totals/order-totals.ts`, 'never by a path'],
    ['e2e/shop-days/planted.ts', `../../${orders}/app.ts`, 'never by a path'],
    [`${orders}/modules/carts/domain/planted.ts`, 'fastify', 'no other library'],
    [`${orders}/modules/carts/domain/planted.ts`, 'node:crypto', 'no other library'],
    [`${orders}/modules/carts/domain/planted.ts`, '../cart-store.ts', 'pure code only'],
    [`${orders}/modules/carts/domain/planted.ts`, '../../../order/change-order.ts', 'pure code only'],
    [`${orders}/modules/carts/domain/planted.ts`, '@open-oms/service-kit/database/database', 'no other library'],
    [`${orders}/modules/carts/domain/planted.ts`, '@open-oms/contracts/orders/carts/routes', 'does not know the routes'],
    [`${orders}/order/rules/totals/planted.ts`, '../../store/order-store.ts', 'pure code only'],
    [`${orders}/order/rules/invariants.ts`, '../store/order-store.ts', 'pure code only'],
    [`${orders}/modules/carts/planted.ts`, 'fastify', 'Fastify belongs'],
    [`${orders}/modules/carts/planted.ts`, 'pg', 'through the service-kit'],
    [`${orders}/modules/carts/cart-store.ts`, './routes.ts', 'not who calls it'],
    [`${orders}/modules/carts/cart-store.ts`, '@open-oms/service-kit/http/route-response', 'not who calls it'],
    [`${orders}/modules/carts/routes.ts`, './cart-store.ts', 'a command or query file does the work'],
    [`${orders}/modules/carts/routes.ts`, './domain/cart.ts', 'a command or query file does the work'],
    [`${orders}/product-copy/on-product-changed.ts`, '../modules/carts/routes.ts', 'not a route'],
    [`${orders}/app.ts`, '@open-oms/accounting-read/app', 'No file imports a service'],
    [`${orders}/app.ts`, '../../gateway/src/app.ts', 'never by a path'],
    [`${orders}/app.ts`, '../../../packages/money/src/rounding.ts', 'never by a path'],
    [`${orders}/app.test.ts`, '@open-oms/money/src/rounding', 'by its subpath'],
    ['packages/cli/src/planted.ts', '@open-oms/tools/demo/tenant', 'packages/system has what they share'],
    [`${orders}/app.test.ts`, '@open-oms/e2e/story', 'packages/system has what they share'],
    [`${orders}/app.test.ts`, '@open-oms/system/start/start-system', 'what it starts does not'],
    ['packages/service-kit/src/planted.ts', '@open-oms/system/run-program', 'what it starts does not'],
    ['tools/planted.ts', '@open-oms/bench/figures', 'not they those'],
    ['tools/planted.ts', '../bench/figures.ts', 'never by a path'],
    ['bench/planted.ts', '../tools/demo/tenant.ts', 'never by a path'],
  ]
  for (const [path, imported, reason] of borders) {
    const messages = findForbiddenImports(fileWith(path, [imported])).map(({ message }) => message)
    t.ok(
      messages.some((message) => message.includes(reason)),
      `${path} may not import ${imported}`,
    )
  }
})

t.test(
  'given an import of what is for tests, when the file is checked, then only tests and their tools may have it',
  async (t) => {
    const [own, ofKit] = ['./testing/till.ts', '@open-oms/service-kit/testing/test-clock']
    const refused = (path: string) => [own, ofKit].map((imported) => findForbiddenImports(fileWith(path, [imported])).length)
    for (const path of [`${orders}/app.ts`, `${orders}/server.ts`, 'packages/console/src/main.tsx', 'tools/start.ts'])
      t.same(refused(path), [1, 1], path)
    for (const path of [`${orders}/app.test.ts`, `${orders}/testing/carts.ts`, 'bench/orders.ts', 'e2e/a.ts', 'tools/test/a.ts'])
      t.same(refused(path), [0, 0], path)
  },
)

t.test('given an import inside of an expression or a type, when the file is checked, then it is one as any other', async (t) => {
  const path = `${orders}/modules/carts/domain/planted.ts`
  const forms = [
    "export type Store = import('../cart-store.ts').Store",
    "export const store = () => import('../cart-store.ts')",
    'export const store = () => import(`../cart-store.ts`)',
    "import store = require('../cart-store.ts')",
    "export {} from '../cart-store.ts'",
  ]
  for (const form of forms) {
    const messages = findForbiddenImports(parseSourceFile(path, `\n${form}\n`))
    t.match(messages, [{ path, line: 2, message: '../cart-store.ts: Pure code imports pure code only.' }], form)
  }
})

t.test('given imports that each place is for, when the file is checked, then nothing is said', async (t) => {
  const allowed: Record<string, string[]> = {
    'packages/client/src/allowed.ts': ['./errors.ts', './generated/openapi.ts'],
    'packages/client/src/allowed.test.ts': ['@open-oms/contracts/errors', 'node:http'],
    'packages/money/src/allowed.ts': ['decimal.js', './rounding.ts'],
    'packages/money/src/allowed.test.ts': ['tap', 'fast-check'],
    'packages/contracts/src/orders/allowed.ts': ['@sinclair/typebox', '../primitives.ts', './order.ts'],
    'packages/service-kit/src/events/allowed.ts': ['nats', 'pg', 'node:fs', '@open-oms/contracts/event'],
    'packages/local-servers/src/allowed.ts': ['node:fs', 'pg', 'playwright-core', 'oidc-provider', './free-port.ts'],
    [`${orders}/modules/carts/domain/allowed.ts`]: [
      '@open-oms/money/rounding',
      '@open-oms/contracts/errors',
      './cart.ts',
      '../../../order/rules/totals/order-totals.ts',
    ],
    [`${orders}/modules/carts/cart-store.ts`]: ['./domain/cart.ts', '@open-oms/service-kit/database/database'],
    [`${orders}/modules/carts/allowed.ts`]: ['./domain/cart.ts', './cart-store.ts', 'node:crypto'],
    [`${orders}/modules/carts/routes.ts`]: ['./create-cart.ts', '@open-oms/contracts/orders/carts/routes'],
    [`${orders}/app.ts`]: ['fastify', './modules/carts/routes.ts', './modules/carts/cart-store.ts'],
  }
  for (const [path, imports] of Object.entries(allowed)) t.same(findForbiddenImports(fileWith(path, imports)), [], path)
})

t.test('given the test over the books of two services, when it imports their pure code, then it may', async (t) => {
  const imports = [`../../${orders}/order/rules/totals/order-totals.ts`, `../../${orders}/testing/till.ts`]
  t.same(findForbiddenImports(fileWith('e2e/shop-days/planted.ts', imports)), [])
})

t.test('given a target of the fuzzer, when it imports a reader of a service, then it may, and the fuzzer may not', async (t) => {
  const reader = [`../../../${orders}/modules/search/search-term-conditions.ts`]
  t.same(findForbiddenImports(fileWith('e2e/fuzz/targets/planted.ts', reader)), [])
  t.match(findForbiddenImports(fileWith('e2e/fuzz/planted.ts', [`../../${orders}/app.ts`])), [{ message: /never by a path/ }])
})
