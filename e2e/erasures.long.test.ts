// Own process: it starts the whole system.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CustomerErasure } from '@open-oms/contracts/orders/customers/erasure'
import { requestToken } from '@open-oms/system/rest-client'
import { databaseServices } from '@open-oms/system/start/service-names'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { eventually, queryRows, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

const words = ['Gunvor Sletteberg', 'sletteberg@example.com', '91827364', 'Sletteveien'] as const
const [name, email, phone, street] = words
const KEY = `email:${email}`
const ORDERS = 12

const person = {
  customerName: name,
  customerEmail: email,
  customerPhone: `+47${phone}`,
  billingAddress: { firstName: 'Gunvor', lastName: 'Sletteberg', line1: `${street} 1`, postalCode: '0155', city: 'Oslo' },
}

/** A delivered order of the person, with its event in the stream and its payment in accounting. */
async function delivered({ client }: SystemUnderTest, id: string): Promise<void> {
  await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), ...person } })
  await client.call('POST', '/api/Orders/AddComment', { body: { orderId: id, commentText: `Til ${name}`, sendEmail: true } })
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })
}

/**
 * The tables of all databases and the files beside them, of messages and streams too, that have one
 * of the words.
 */
async function placesNaming({ system, dataDir }: SystemUnderTest): Promise<string[]> {
  const found: string[] = []
  for (const service of databaseServices) {
    const url = system.databaseUrls[service]
    const tables = await queryRows<{ table: string }>(
      url,
      `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('public', 'kit') order by 1`,
    )
    for (const { table } of tables) {
      const text = `select from ${table} as t where t::text ilike any ($1) limit 1`
      const rows = await queryRows(url, text, [words.map((word) => `%${word}%`)]).catch(() => [])
      if (rows.length > 0) found.push(`${service} ${table}`)
    }
  }
  // The files of PostgreSQL keep what was deleted until they are vacuumed.
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile() && !one.parentPath.includes('postgres'))) {
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path, 'latin1').catch(() => '')
    if (words.some((word) => content.includes(word))) found.push(path)
  }
  return found
}

const untilGone = (under: SystemUnderTest) =>
  eventually(
    () => placesNaming(under),
    (places) => places.length === 0,
  )

async function erasedForGood(t: Test): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'oms-erasures-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const [backup, newer, dataDir] = ['backup', 'newer', 'data'].map((folder) => join(place, folder)) as [string, string, string]
  const first = await systemUnderTest(t, { dataDir })
  for (let count = 0; count < ORDERS; count++) await delivered(first, `order-${count}`)
  await first.client.call('POST', '/api/cart', { body: person })
  await first.client.call('POST', '/api/SavedSearches', { body: { name: `Til ${name}`, search: { email } } })
  await eventually(
    () => placesNaming(first),
    (places) => places.some((one) => one.includes('mail')),
  )
  const exported = await runOms(['customer', 'export', KEY, join(place, 'export.json')], dataDir)
  t.equal(exported.code, 0, exported.output)
  const { format, records } = JSON.parse(await readFile(join(place, 'export.json'), 'utf8'))
  t.equal(format, 'oms-customer-export/1')
  t.equal(records.filter(({ kind }: { kind: string }) => kind === 'order').length, ORDERS)
  t.equal((await runOms(['backup', '--to', backup], dataDir)).code, 0)

  // Without the client's patience, which would finish the erasure by itself.
  const token = await requestToken(first.system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
  const killed = fetch(`${first.system.gatewayUrl}/api/Customers/Erase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customerKey: KEY }),
  }).catch(() => undefined)
  await eventually(
    () =>
      queryRows<{ count: number }>(first.system.databaseUrls['orders-workflow'], 'select count(*)::int as count from "order"'),
    ([row]) => (row?.count ?? 0) < ORDERS,
  )
  first.system.services['orders-workflow'].kill()
  await killed
  await eventually(
    () => first.client.call('GET', '/api/Orders/none/Exists').catch((error: Error) => error.message),
    (response) => !JSON.stringify(response).includes('503'),
  )
  const erased = await runOms(['customer', 'erase', KEY, '--yes', '--json'], dataDir)
  t.equal(erased.code, 0, erased.output)
  const erasure = JSON.parse(erased.output.slice(erased.output.indexOf('{'))) as CustomerErasure
  t.match(erasure, { isFinished: true, erased: { orders: ORDERS, carts: 1, savedSearches: 1 } })
  await untilGone(first)
  await eventually(
    () => readFile(join(dataDir, 'erasures.jsonl'), 'utf8'),
    (text) => text.trim().split('\n').length === ORDERS + 1,
  )
  t.equal((await runOms(['backup', '--to', newer], dataDir)).code, 0)
  await first.system.stop()

  const replaced = await runOms(['restore', '--from', backup, '--replace'], dataDir)
  t.equal(replaced.code, 0, replaced.output)
  t.match(replaced.output, new RegExp(`${ORDERS + 1} purges and erasures are applied`))
  const second = await systemUnderTest(t, { dataDir })
  await untilGone(second)
  await second.system.stop()

  const elsewhere = join(place, 'elsewhere')
  const list = join(newer, 'erasures.jsonl')
  t.equal((await runOms(['restore', '--from', backup, '--erasures', list], elsewhere)).code, 0)
  await untilGone(await systemUnderTest(t, { dataDir: elsewhere }))
}

t.test(
  'given a backup, when a customer is erased through a crash and the backup is restored, then nothing names the customer again',
  erasedForGood,
)
