import { Command, Option } from '@commander-js/extra-typings'
import { type Hold, holdReleaseRules } from '@open-oms/contracts/orders/hold'
import { listHolds, releaseHold, holdOrder as route } from '@open-oms/contracts/orders/routes/holds'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import { momentAhead } from '../../moment.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

/** `oms order release ORDER`: releases a hold, and the workflow continues (holds.md#release). */
export const releaseOrder: DeclareCommand = (run) =>
  new Command('release')
    .description('Release the hold of an order; with the last one its workflow continues')
    .argument(...orderArgument)
    .option('--hold <id>', 'which hold, when there are several')
    .option('--all', 'all holds')
    .option('--note <text>', 'a remark')
    .action((order, { hold, all, note }) =>
      run(async (context) => {
        const api = context.api()
        const orderId = await resolveOrderId(api, order)
        const { result } = await api.call(listHolds, { params: { orderId } })
        const chosen = chooseHolds(orderId, result.filter(isOpen), { hold, isAll: all === true })
        for (const { id } of chosen)
          await api.call(releaseHold, { params: { orderId, holdId: id }, ...(note !== undefined && { body: { note } }) })
        const released = chosen.map(({ id, reasonCode }) => ({ id, reasonCode }))
        context.output.result({ orderId, released }, () =>
          released.length === 0
            ? `Order ${orderId} is not held.`
            : released.map(({ id, reasonCode }) => `Released hold ${id} (${reasonCode}).`).join('\n'),
        )
      }),
    )

function isOpen({ released }: Hold): boolean {
  return released === null
}

type Choice = { hold: string | undefined; isAll: boolean }

function chooseHolds(orderId: string, open: readonly Hold[], { hold, isAll }: Choice): readonly Hold[] {
  if (hold !== undefined && isAll) throw wrongUsage('Give --hold or --all, not both.')
  if (hold !== undefined) return [findHold(open, orderId, hold)]
  if (open.length < 2 || isAll) return open
  const known = open.map(({ id, reasonCode }) => `${id} (${reasonCode})`)
  throw wrongUsage(`Order ${orderId} has ${open.length} holds: ${known.join(', ')}. Give --hold ID, or --all.`)
}

function findHold(open: readonly Hold[], orderId: string, id: string): Hold {
  const found = open.find((hold) => hold.id === id)
  if (found !== undefined) return found
  throw new CommandFailure(`Order ${orderId} has no open hold "${id}".`, {
    code: 'NotFound',
    remedy: `Look at its holds: oms order show ${orderId}.`,
  })
}

/**
 * `oms order hold ORDER --reason CODE`: no goods leave and no outside step runs until it is
 * released (holds.md#holds).
 */
export const holdOrder: DeclareCommand = (run) =>
  new Command('hold')
    .description('Hold an order: no outside step runs and no shipment leaves until it is released')
    .argument(...orderArgument)
    .requiredOption('--reason <code>', 'why, as a code that searches filter by, such as FraudCheck')
    .option('--note <text>', 'a remark')
    .option('--until <time>', 'releases it at this time, or after this long: 2026-01-31T08:00Z, 2d')
    .addOption(new Option('--release-when <rule>', 'releases it by a rule').choices(holdReleaseRules))
    .action((order, { reason, note, until, releaseWhen }) =>
      run(async (context) => {
        const api = context.api()
        const orderId = await resolveOrderId(api, order)
        const body = {
          reasonCode: reason,
          ...(note !== undefined && { note }),
          ...(until !== undefined && { until: momentAhead('--until', until) }),
          ...(releaseWhen !== undefined && { releaseRule: releaseWhen }),
        }
        const { holds } = await api.call(route, { params: { orderId }, body })
        const hold = holds?.at(-1)
        context.output.result(hold ?? null, () => `Order ${orderId} is held: hold ${hold?.id}.`)
      }),
    )
