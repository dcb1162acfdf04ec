import { Command } from '@commander-js/extra-typings'
import { getPaymentInvoice as route } from '@oms/contracts/orders/routes/documents'
import type { DeclareCommand } from '../../command.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

/** `oms order invoice ORDER PAYMENT`: the electronic invoice of a payment, as XML. */
export const showInvoice: DeclareCommand = (run) =>
  new Command('invoice')
    .description('Print the electronic invoice of a payment, or the credit note of a refund, as UBL')
    .argument(...orderArgument)
    .argument('<payment>', 'the payment, by its id')
    .action((order, paymentId) =>
      run(async ({ api: createClient, output }) => {
        const api = createClient()
        const orderId = await resolveOrderId(api, order)
        const document = await api.call(route, { params: { orderId, paymentId }, query: { format: 'ubl' } })
        output.result({ document }, () => document)
      }),
    )
