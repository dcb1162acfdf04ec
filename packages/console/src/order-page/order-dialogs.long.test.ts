// Shared process: the console in a browser.
import t from 'tap'
import type { OrderActionName } from '../order/order-action.ts'
import { checkPageDialog, consolePage } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'
import { orderEn } from '../texts/en/order.ts'

const shown = await consolePage()
const { server } = shown

/** The dialogs of orders, by the recorded call whose response is the order. */
const dialogs: readonly { recorded: string; actions: readonly OrderActionName[] }[] = [
  {
    recorded: 'capturePayment',
    actions: [
      ...(['deliver', 'tracking', 'split', 'reallocate', 'status', 'edit', 'cancelOrder', 'cancel', 'cancelLine'] as const),
      ...(['recordPayment', 'capture', 'void', 'takeBack', 'replace', 'refundAmount', 'message', 'hold', 'assign'] as const),
    ],
  },
  { recorded: 'holdOrder', actions: ['release'] },
  { recorded: 'resumeWorkflowRun', actions: ['retry'] },
]

type RecordedOrder = { id: string; orderForm?: unknown }

/** The order that a call has responded with, some with what was done beside it. */
function recordedOrder(operationId: string): RecordedOrder {
  const body = recordedBody(operationId) as RecordedOrder & { order: RecordedOrder }
  return body.orderForm === undefined ? body.order : body
}

for (const { recorded, actions } of dialogs)
  for (const action of actions)
    t.test(`given the page of an order, when its dialog ${action} is opened by keys, then it is usable`, async (t) => {
      const order = recordedOrder(recorded)
      server.answer('getOrder', { status: 200, body: order })
      const entry = orderEn.actions[action]
      const keeps = action === 'assign' ? { keepsText: false } : {}
      await checkPageDialog(t, shown, { path: `/orders/${order.id}`, button: orderEn.actions.open, entry, ...keeps })
    })

t.test('given all dialogs, when they are closed, then the page has thrown nothing', async (t) => {
  t.same(shown.complaints, [])
  t.same([...server.unanswered], [])
})
