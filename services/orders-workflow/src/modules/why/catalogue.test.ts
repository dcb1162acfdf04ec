import { readdirSync, readFileSync } from 'node:fs'
import { orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import t from 'tap'

t.test('given the table of reasons, when the tests are read, then each reason has been seen in a real system', async (t) => {
  const folder = new URL('.', import.meta.url)
  const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && name !== 'catalogue.test.ts')
  const text = tests.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
  const unseen = Object.keys(orderReasons).filter((code) => !text.includes(`'${code}'`))
  t.strictSame(unseen, [])
  t.ok(Object.keys(orderReasons).length >= 25)
})
