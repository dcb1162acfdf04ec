import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { inlineContracts } from './inline-contracts.ts'

function folderWith(t: Test, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oms-inline-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

t.test(
  'given a built package, when the contracts are put into it, then it has what it reaches and imports it there',
  async (t) => {
    const contracts = folderWith(t, {
      'orders/order.js': "import { money } from '../money.js'\nexport const order = money\n//# sourceMappingURL=order.js.map\n",
      'orders/order.d.ts': "import { type Money } from '../money.ts'\nimport type { Line } from './line.ts'\n",
      'orders/line.js': 'export {}\n',
      'orders/line.d.ts': 'export type Line = string\n',
      'money.js': 'export const money = 1\n',
      'money.d.ts': 'export type Money = number\n',
      'unused.js': 'export {}\n',
      'unused.d.ts': 'export {}\n',
    })
    const folder = folderWith(t, {
      'dist/step.js': "import { order } from '@open-oms/contracts/orders/order'\nimport './other.js'\n",
      'dist/deep/test.d.ts': 'export declare const x: import("@open-oms/contracts/money").Money\n',
    })
    t.same(inlineContracts(folder, contracts), ['money', 'orders/line', 'orders/order'])
    const read = (path: string) => readFileSync(join(folder, 'dist', path), 'utf8')
    t.equal(read('step.js'), "import { order } from './contracts/orders/order.js'\nimport './other.js'\n")
    t.equal(read('deep/test.d.ts'), 'export declare const x: import("../contracts/money.js").Money\n')
    t.equal(read('contracts/orders/order.js'), "import { money } from '../money.js'\nexport const order = money\n")
    t.throws(() => read('contracts/unused.js'), { code: 'ENOENT' })
  },
)

t.test('given an import of what is not built, when the contracts are put in, then it fails', async (t) => {
  const folder = folderWith(t, { 'dist/step.js': "import '@open-oms/contracts/none'\n" })
  t.throws(() => inlineContracts(folder, folderWith(t, {})), /none\.js is built/)
})
