import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerLine } from '@open-oms/contracts/accounting/ledger-line'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { zReportClosed } from '@open-oms/contracts/orders/events'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { type AccountingConfig, accountingConfigNames } from '../../deps.ts'
import { aPayment, paymentEnvelope } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aPart } from '../../testing/sample-postings.ts'
import { onZReportClosed } from '../z-reports/on-z-report-closed.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')

type PaymentExample = { storeId: string; currency: string; payment: { paidDate: string }; breakdown: PaymentBreakdownEntry[] }
/** The events of an example of the page, and the lines that it expects. */
type Example = {
  name: string
  events: (PaymentExample | { zReport: ZReport })[]
  tables: { storeId: string; day: string; header: string[]; rows: string[][] }[]
}

/**
 * Reads the examples of a page: after `<!-- example: … -->` a JSON block of events, then tables
 * after `Lines of <store>, <day>:`.
 */
function parseExamples(page: string): Example[] {
  return page
    .split('<!-- example: ')
    .slice(1)
    .map((part) => {
      const name = part.slice(0, part.indexOf(' -->'))
      const [, json = ''] = /```json\n([\s\S]*?)```/.exec(part) ?? []
      const tables = [...part.matchAll(/Lines of `([^`]+)`, (\d{4}-\d{2}-\d{2}).*\n\n((?:\|.*\n)+)/g)].map(
        ([, storeId = '', day = '', table = '']) => {
          const [header = [], , ...rows] = table.trim().split('\n').map(tableCells)
          return { storeId, day, header, rows }
        },
      )
      return { name, events: JSON.parse(json), tables }
    })
}

const tableCells = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const amount = (value: number | null) => (value === null || value === 0 ? '' : value.toFixed(2))
const day = (value: string | null) => value?.slice(0, 10) ?? ''

/** The columns of the tables of the page, as they write a line. */
const columns: Record<string, (line: LedgerLine) => string> = {
  Account: (line) => line.accountNumber,
  Name: (line) => line.accountName,
  Category: (line) => line.category,
  Debit: (line) => amount(line.debit),
  Credit: (line) => amount(line.credit),
  'VAT code': (line) => line.vatCode ?? '',
  'VAT rate': (line) => (line.vatRate === null ? '' : String(line.vatRate)),
  VAT: (line) => amount(line.vatAmount),
  Customer: (line) => line.customerNumber ?? '',
  Invoice: (line) => line.invoiceNumber ?? '',
  'Invoice date': (line) => day(line.invoiceDate),
  Due: (line) => day(line.dueDate),
  KID: (line) => line.kidNumber ?? '',
  'Credit note': (line) => line.creditNoteNumber ?? '',
  Description: (line) => line.description ?? '',
}

async function takeIn(server: AccountingServer, events: Example['events']): Promise<void> {
  for (const event of events) {
    if ('zReport' in event) {
      const handler = onZReportClosed(server.deps).handlers.get(zReportClosed.type)
      const envelope = { ...paymentEnvelope(aPayment(), 1), type: zReportClosed.type, data: event.zReport }
      await server.deps.inTransaction(async (tx) => handler?.handle(tx, envelope))
    } else {
      const { payment, breakdown, ...fields } = event
      await server.record(aPayment({ ...fields, breakdown: breakdown.map((part) => aPart(part.kind, part.net, part)) }, payment))
      await server.build(event.storeId, payment.paidDate.slice(0, 10), event.currency)
    }
  }
}

const page = await readFile(join(root, 'docs/reference/behaviour/posting-examples.md'), 'utf8')
const sampleTenant = await loadTenantConfig({
  directory: join(root, 'config'),
  files: tenantConfigFiles,
  checks: tenantConfigChecks,
  names: accountingConfigNames,
})

const examples = parseExamples(page)
t.ok(examples.length >= 6, 'the page has its examples')
for (const { name, events, tables } of examples)
  t.test(
    `given the example ${name}, when it is booked, then the lines are those of docs/reference/behaviour/posting-examples.md`,
    async (t) => {
      const server = await accountingServer(t)
      Object.assign<AccountingConfig, AccountingConfig>(server.config, structuredClone(sampleTenant))
      await takeIn(server, events)
      t.not(tables.length, 0)
      for (const { storeId, day, header, rows } of tables) {
        const request = { storeId, postingDateFrom: day, postingDateTo: day }
        const lines: LedgerLine[] = (await server.search('LedgerLines', request)).body.result
        const written = lines.map((line) => header.map((column) => columns[column]?.(line) ?? `no column ${column}`))
        t.same(written, rows, `${storeId} ${day}\n${written.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
        const sum = (side: 'debit' | 'credit') => lines.reduce((total, line) => total + Math.round(line[side] * 100), 0)
        t.equal(sum('debit'), sum('credit'))
      }
    },
  )
