import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { CustomerExportPage } from '@oms/contracts/orders/customers/erasure'
import { exportCustomer as route } from '@oms/contracts/orders/customers/routes'
import type { DeclareCommand } from '../../command.ts'
import { asFileFailure } from '../../command-failure.ts'

export const customerArgument = ['<key>', 'its key, such as id:10042 or email:kari@example.com'] as const

/**
 * `oms customer export KEY FILE`: everything that is stored about a customer, as JSON
 * (customers.md#customer-export).
 */
export const exportCustomerCommand: DeclareCommand = (run) =>
  new Command('export')
    .description('Write everything that is stored about a customer to a file, as JSON')
    .argument(...customerArgument)
    .argument('<file>', 'where to; an existing file is refused')
    .action((customerKey, file) =>
      run(async (context) => {
        const api = context.api()
        const readPage = (after: string | null) => api.call(route, { body: { customerKey, after } })
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
