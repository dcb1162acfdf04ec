import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import type { CustomerErasure, CustomerExportPage } from '@open-oms/contracts/orders/customers/erasure'
import { eraseCustomer, exportCustomer } from '@open-oms/contracts/orders/customers/routes'
import type { DeclareCommand } from '../command.ts'
import { asFileFailure } from '../command-failure.ts'
import { confirm } from '../confirm.ts'

const customerArgument = ['<key>', 'its key, such as id:10042 or email:kari@example.com'] as const

/**
 * `oms customer export KEY FILE`: everything that is stored about a customer, as JSON
 * (customers.md#customer-export).
 */
const exportCustomerCommand: DeclareCommand = (run) =>
  new Command('export')
    .description('Write everything that is stored about a customer to a file, as JSON')
    .argument(...customerArgument)
    .argument('<file>', 'where to; an existing file is refused')
    .action((customerKey, file) =>
      run(async (context) => {
        const api = context.api()
        const readPage = (after: string | null) => api.call(exportCustomer, { body: { customerKey, after } })
        try {
          const path = resolve(file)
          const records = await writeExport(path, { customerKey, readPage })
          context.output.result({ path, records }, () => `${records} records are in ${path}.`)
        } catch (error) {
          throw asFileFailure(error)
        }
      }),
    )

type Source = { customerKey: string; readPage: (after: string | null) => Promise<CustomerExportPage> }

/**
 * Writes page by page: a customer may have more than fits into memory. Returns how many records.
 */
async function writeExport(path: string, { customerKey, readPage }: Source): Promise<number> {
  const head = { format: 'oms-customer-export/1', customerKey, exported: new Date().toISOString() }
  let page = await readPage(null)
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.write(`${JSON.stringify(head).slice(0, -1)},"records":[`)
    let count = 0
    for (;;) {
      for (const record of page.records) await handle.write(`${count++ === 0 ? '' : ','}\n${JSON.stringify(record)}`)
      if (page.next === null) break
      page = await readPage(page.next)
    }
    await handle.write('\n]}\n')
    return count
  } finally {
    await handle.close()
  }
}

const PAUSE_MS = 200

/** `oms customer erase KEY`: purges its orders and removes what else names it. */
const eraseCustomerCommand: DeclareCommand = (run) =>
  new Command('erase')
    .description('Erase a customer: purge its orders, and remove what else names it; it cannot be undone')
    .argument(...customerArgument)
    .option('--yes', 'do not ask')
    .action((customerKey, { yes }) =>
      run(async (context) => {
        await confirm(`Erase the customer ${customerKey} with all its orders? It cannot be undone.`, yes === true, context)
        const api = context.api()
        const once = () => api.call(eraseCustomer, { body: { customerKey } })
        let erasure = await once()
        while (!erasure.isFinished) {
          context.output.note(`${erasure.remainingOrders} orders are left.`)
          await sleep(PAUSE_MS, undefined, { signal: context.signal })
          erasure = await once()
        }
        context.output.result(erasure, () => describeErasure(erasure))
      }),
    )

function describeErasure({ erased, kept, relatedCustomers }: CustomerErasure): string {
  const counts = Object.entries(erased ?? {}).map(([name, count]) => `${count} ${name}`)
  const related =
    relatedCustomers === 0
      ? []
      : [`${relatedCustomers} other customers have the same e-mail address or phone number, and are not erased.`]
  return [
    `Erased: ${counts.join(', ')}.`,
    ...related,
    'What stays:',
    ...kept.map(({ place, what, until }) => `  ${place}${until === null ? '' : ` (${until.slice(0, 10)})`}: ${what}`),
  ].join('\n')
}

/** `oms customer …` */
export const customerCommands: readonly DeclareCommand[] = [exportCustomerCommand, eraseCustomerCommand]
