import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CurrencyCode } from '@open-oms/contracts/config/standard-codes'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { isCurrency } from '@open-oms/money/currency'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { watchTenantConfig } from '@open-oms/service-kit/config/watch-tenant-config'
import { Value } from '@sinclair/typebox/value'
import t, { type Test } from 'tap'
import { ordersConfigNames } from '../../../order/rules/context/orders-config.ts'
import { ordersConfigChecks } from './config-checks.ts'

// A trial from outside started with a connector whose secret was not set, with the currency ZZZ and
// with the language xx: the first order that needed each of them found out.

const sampleFolder = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'config')
const request = { files: tenantConfigFiles, checks: ordersConfigChecks, names: ordersConfigNames }

type Change = (content: { [list: string]: { [field: string]: unknown }[] }) => void

function change(directory: string, file: string, apply: Change): void {
  const content = JSON.parse(readFileSync(join(directory, file), 'utf8'))
  apply(content)
  writeFileSync(join(directory, file), JSON.stringify(content))
}

/** The sample tenant in its own folder, with one file changed. */
function tenant(test: Test, file: string, apply: Change): string {
  const directory = test.testdir()
  cpSync(sampleFolder, directory, { recursive: true })
  change(directory, file, apply)
  return directory
}

async function load(directory: string) {
  const warnings: string[] = []
  const onWarning = ({ file, path, reason }: Record<'file' | 'path' | 'reason', string>) =>
    void warnings.push(`${file} ${path} ${reason}`)
  const error = await loadTenantConfig({ ...request, directory, onWarning }).then(
    () => '',
    (thrown: Error) => thrown.message,
  )
  return { error, warnings }
}

const market = (field: string, value: string): Change => {
  return ({ markets }) => Object.assign(markets?.[0] ?? {}, { [field]: value })
}

t.test(
  'given a market with an unknown currency, language or country, when the configuration is loaded, then it is refused',
  async (t) => {
    for (const [field, value, expected] of [
      ['currency', 'ZZZ', '"ZZZ" is not a currency of ISO 4217'],
      ['currency', 'XTS', '"XTS" is not a currency of ISO 4217'],
      ['language', 'xx', '"xx" is not a language of BCP 47'],
      ['language', 'nb-XX', '"nb-XX" is not a language of BCP 47'],
      ['country', 'XX', '"XX" is not a country of ISO 3166'],
    ] as const) {
      const directory = tenant(t, 'markets.json', market(field, value))
      const { error } = await load(directory)
      t.equal(error.includes(`${join(directory, 'markets.json')}: markets[0].${field}: ${expected}`), true, error)
    }
  },
)

t.test('given an account for an unknown currency, when the configuration is loaded, then it is refused', async (t) => {
  const directory = tenant(t, 'chart-of-accounts.json', ({ charts = [] }) => {
    for (const { accounts } of charts) Object.assign((accounts as object[])[0] ?? {}, { currencyCode: 'ZZZ' })
  })
  const files = { ...request, directory, names: ['charts'] as const }
  await t.rejects(loadTenantConfig(files), { message: /charts\[0\]\.accounts\[0\]\.currencyCode: "ZZZ" is not a currency/ })
})

t.test(
  'given every code of three letters, when the configuration checks it, then it accepts exactly the currencies of orders',
  async (t) => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const schema = CurrencyCode('')
    t.same(
      codes.filter((code) => Value.Check(schema, code)),
      codes.filter(isCurrency),
    )
  },
)

t.test(
  'given a market in a language without texts, when the configuration is loaded, then it is accepted with a warning',
  async (t) => {
    const { error, warnings } = await load(tenant(t, 'markets.json', market('language', 'fr-CA')))
    t.equal(error, '')
    t.match(warnings.join('\n'), /markets\.json markets\[0\]\.language there are no texts in "fr-CA": .* are in English/)
  },
)

const provider = {
  id: 'card',
  name: 'card',
  kind: 'payment',
  type: 'http',
  url: 'https://pay.example',
  secretVariable: 'TEST_UNSET',
}
const withConnector = (given: object): Change => {
  return ({ connectors }) => void connectors?.push({ ...provider, ...given })
}

t.test(
  'given an active http connector whose variable is not set, when the configuration is loaded, then it is refused',
  async (t) => {
    for (const [given, expected] of [
      [{}, /connectors\[4\]\.secretVariable: The secret of connector "card" is not set \(TEST_UNSET\)\./],
      [{ kind: 'shipping' }, /connectors\[4\]\.secretVariable: /],
      [{ kind: 'webhook' }, /connectors\[4\]\.secretVariable: /],
      [{ kind: 'sms' }, /connectors\[4\]\.secretVariable: /],
      [{ url: null, urlVariable: 'TEST_UNSET_URL' }, /connectors\[4\]\.urlVariable: The address of connector "card" is not set/],
      [{ url: 'http://[', secretVariable: null }, /connectors\[4\]\.url: .* is not one of http or https/],
    ] as const)
      t.match((await load(tenant(t, 'connectors.json', withConnector(given)))).error, expected)
    t.equal((await load(tenant(t, 'connectors.json', withConnector({ active: false })))).error, '')
  },
)

t.test(
  'given receivers that the tenant can run without, when the configuration is loaded, then there is a warning for each variable',
  async (t) => {
    const subscription = { id: 'erp', url: 'https://erp.example', secretVariable: 'TEST_UNSET' }
    const directory = tenant(t, 'connectors.json', (content) => {
      content.webhookSubscriptions = [subscription, { ...subscription, id: 'off', active: false }]
    })
    const { error, warnings } = await load(directory)
    t.equal(error, '')
    t.match(warnings, [
      /^connectors\.json connectors\[2\]\.urlVariable SMTP_URL is not set: .* kept as files/,
      /^connectors\.json connectors\[3\]\.urlVariable SMS_URL is not set: .* kept as files/,
      /^connectors\.json webhookSubscriptions\[0\]\.secretVariable TEST_UNSET is not set: the events of subscription "erp" wait/,
    ])
    t.equal(warnings.length, 3)
  },
)

t.test('given a sender that is neither address nor domain, when the configuration is loaded, then it is refused', async (t) => {
  const directory = tenant(t, 'settings.json', (content) => {
    Object.assign(content, {
      messages: { senders: ['oslo@example.com', 'example.com', 'Shop <shop@example.com>', '@example.com'] },
    })
  })
  const { error } = await load(directory)
  t.match(error, /messages\.senders\[2\]: "Shop <shop@example\.com>" is neither an e-mail address nor a domain/)
  t.match(error, /messages\.senders\[3\]: /)
  t.match(error, /has 2 problems/)
})

t.test('given a running service, when a reload names a variable that is not set, then the old configuration stays', async (t) => {
  const directory = tenant(t, 'connectors.json', () => undefined)
  const lines: string[] = []
  const log = {
    info: () => undefined,
    warn: (message: string) => void lines.push(message),
    error: ({ err }: { err?: Error }) => void lines.push(err?.message ?? ''),
  }
  const watch = await watchTenantConfig({ ...request, directory }, log)
  t.teardown(watch.stop)
  const atStart = lines.splice(0)
  t.match(atStart[0], `${join(directory, 'connectors.json')}: connectors[2].urlVariable: SMTP_URL is not set`)

  change(directory, 'connectors.json', withConnector({}))
  t.equal(await watch.reload(), false)
  t.match(lines.splice(0), [/connectors\[4\]\.secretVariable: The secret of connector "card" is not set/])
  t.equal(watch.current().connectors.connectors.length, 4)

  change(directory, 'connectors.json', ({ connectors }) => void connectors?.pop())
  t.equal(await watch.reload(), true)
  t.same(lines, atStart, 'a reload warns as the start does')
})

t.test('given a template with an error, when it is loaded or reloaded, then all of the configuration is refused', async (t) => {
  const directory = tenant(t, 'settings.json', () => undefined)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const watch = await watchTenantConfig({ ...request, directory }, log)
  t.teardown(watch.stop)
  const before = watch.current()
  const file = join(directory, 'templates', 'order-confirmation', 'en.text.liquid')
  writeFileSync(file, 'Hello\n{{ order.nummer }}')
  t.equal(await watch.reload(), false)
  t.equal(watch.current(), before)
  t.match((await load(directory)).error, /en\.text\.liquid: line 2, column 4: there is no variable "order\.nummer"/)
  writeFileSync(file, 'Hello {{ order.number }}')
  t.equal(await watch.reload(), true)
  t.ok(watch.current().templates.some(({ text }) => text === 'Hello {{ order.number }}'))
})
