import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { runAccounting } from '../accounting-command.ts'
import type { Figure } from '../figures.ts'

const STORE = 'Oslo-01'
const FEW = { day: '2022-06-01', payments: 10_000 }
const MANY = { day: '2022-06-02', payments: 100_000 }

const entry = (fields: string) => `{"taxGroupCode":null,"lineItemId":null,"shipmentId":null,"isRental":false,${fields}}`
/** Goods of two VAT rates with shipping: 345 in all. */
const breakdown = `[${[
  entry('"kind":"Sales","net":100,"vatRate":25,"vatAmount":25'),
  entry('"kind":"Sales","net":100,"vatRate":15,"vatAmount":15'),
  entry('"kind":"Shipping","net":84,"vatRate":25,"vatAmount":21'),
].join(',')}]`

// Two of ten payments are invoiced: each of them is a separate line.
const insertPayments = `
  insert into payment_transaction (order_id, payment_id, sequence, is_booked, event_id, recorded_at, order_number, order_type, store_id,
    currency_code, customer_number, transaction_type, status, method, amount, occurred_at, invoice_number, payment_terms_net, breakdown,
    posting_date)
  select 'order-' || $1 || '-' || n, 'payment', 1, true, gen_random_uuid(), $1::date + interval '10 hours', n::text, 'Web', '${STORE}', 'NOK',
    'C-' || n, case when n % 10 < 2 then 'Invoiced' else 'Capture' end, 'Processed',
    case when n % 10 < 2 then 'Invoice' when n % 10 < 5 then 'Vipps' else 'Card' end, 345, $1::date + interval '10 hours',
    case when n % 10 < 2 then 'F-' || n end, 14, '${breakdown}', $1::date
  from generate_series(1, $2::int) as n`

/**
 * The build of a day of 100,000 payments by command, beside the bare reading of its payments, and
 * what memory it takes.
 */
export async function postingBuildFigures(system: System): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await client.connect()
  try {
    for (const { day, payments } of [FEW, MANY]) await client.query(insertPayments, [day, payments])
    await client.query('vacuum analyze payment_transaction')
    const start = performance.now()
    const { rows } = await client.query('select * from payment_transaction where posting_date = $1', [MANY.day])
    for (const row of rows) JSON.stringify(row.breakdown)
    const baseline = (performance.now() - start) / 1000
    const few = await build(system, FEW.day)
    const many = await build(system, MANY.day)
    return [
      { name: 'build of a day of 100,000 payments', baseline, product: many.seconds, unit: 's', valueMax: 20 },
      {
        name: 'memory above that of a day of 10,000',
        product: many.mebibytes - few.mebibytes,
        unit: 'MiB',
        // The posting itself grows: 18,000 more lines of invoices and the ids of 90,000 more
        // orders.
        valueMax: 200,
      },
    ]
  } finally {
    await client.end()
  }
}

async function build(system: System, day: string) {
  const ran = await runAccounting(system, ['build', '--date', day, '--store', STORE])
  if (!/built/i.test(ran.text)) throw new Error(`Nothing was built: ${ran.text}`)
  return ran
}
