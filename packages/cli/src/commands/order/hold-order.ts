import { Command, Option } from '@commander-js/extra-typings'
import { holdReleaseRules } from '@oms/contracts/orders/hold'
import { holdOrder as route } from '@oms/contracts/orders/routes/holds'
import type { DeclareCommand } from '../../command.ts'
import { momentAhead } from '../../moment.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

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
