import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import type { CustomerErasure } from '@oms/contracts/orders/customers/erasure'
import { eraseCustomer as route } from '@oms/contracts/orders/customers/routes'
import type { DeclareCommand } from '../../command.ts'
import { confirm } from '../../confirm.ts'
import { customerArgument } from './export-customer.ts'

const PAUSE_MS = 200

/** `oms customer erase KEY`: purges its orders and removes what else names it. */
export const eraseCustomerCommand: DeclareCommand = (run) =>
  new Command('erase')
    .description('Erase a customer: purge its orders, and remove what else names it; it cannot be undone')
    .argument(...customerArgument)
    .option('--yes', 'do not ask')
    .action((customerKey, { yes }) =>
      run(async (context) => {
        await confirm(`Erase the customer ${customerKey} with all its orders? It cannot be undone.`, yes === true, context)
        const api = context.api()
        const once = () => api.call(route, { body: { customerKey } })
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
