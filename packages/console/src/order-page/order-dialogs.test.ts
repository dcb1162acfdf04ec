// Shared process: the console in a browser.
import t from 'tap'
import { checkDialog, consolePage, goTo, pressOpener } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'

const shown = await consolePage()
const { page, server } = shown

/** The dialogs of orders, by the recorded call whose response is the order. */
const dialogs = [
  {
    recorded: 'capturePayment',
    actions: [
      ...['Ship items', 'Tracking and parcels', 'Split shipment', 'Change warehouse', 'Change status', 'Edit'],
      ...['Cancel order', 'Cancel items', 'Cancel a whole line', 'Record payment', 'Capture payment', 'Void authorisation'],
      ...['Create return', 'Refund without a return', 'Write to the customer', 'Hold'],
    ],
  },
  { recorded: 'holdOrder', actions: ['Release hold'] },
  { recorded: 'resumeWorkflowRun', actions: ['Retry'] },
]

type RecordedOrder = { id: string; orderForm?: unknown }

/** The order that a call has responded with, some with what was done beside it. */
function recordedOrder(operationId: string): RecordedOrder {
  const body = recordedBody(operationId) as RecordedOrder & { order: RecordedOrder }
  return body.orderForm === undefined ? body.order : body
}

for (const { recorded, actions } of dialogs)
  for (const action of actions)
    t.test(`given the page of an order, when ${action} is opened by keys, then its dialog is usable`, async (t) => {
      const order = recordedOrder(recorded)
      server.answer('getOrder', { status: 200, body: order })
      await goTo(shown, `/orders/${order.id}`)
      await checkDialog(t, shown, {
        form: page.getByRole('dialog'),
        keepsText: true,
        open: async () => {
          const name = await pressOpener(page.getByRole('button', { name: 'Actions' }))
          await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
          return name
        },
      })
    })

t.test('given all dialogs, when they are closed, then the page has thrown nothing', async (t) => {
  t.same(shown.complaints, [])
  t.same([...server.unanswered], [])
})
