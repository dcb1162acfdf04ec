import type { Order, WorkflowResult } from '@open-oms/client/types'
import t from 'tap'
import { dryRunEffects } from './dry-run-effects.ts'

const none = { captured: 0, refunded: 0, methods: [], isCustomerTold: false }

function order(captured: number, credited: number, payments: object[]): Order {
  return { orderForm: { capturedPaymentTotal: captured, creditPaymentTotal: credited, payments } } as unknown as Order
}

const authorised = { id: 'a', transactionType: 'Authorization', paymentMethodName: 'Card' }
const result = (after: Order | null, ...steps: object[]) =>
  ({ order: after, orderActionExecutionResults: steps }) as unknown as WorkflowResult

t.test('given a dry run that captures and writes, when its effects are read, then they have amount and method', async (t) => {
  const after = order(100.3, 0, [authorised, { id: 'c', transactionType: 'Capture', paymentMethodName: 'Vipps' }])
  const told = { actionType: 'Notification', actionStatus: 'Success' }
  t.same(dryRunEffects(order(100.1, 0, [authorised]), result(after, told)), {
    captured: 0.2,
    refunded: 0,
    methods: ['Vipps'],
    isCustomerTold: true,
  })
})

t.test('given a dry run without money or messages, when its effects are read, then there are none', async (t) => {
  const before = order(100, 50, [authorised])
  t.same(
    dryRunEffects(before, result(order(80, 50, [authorised]), { actionType: 'Notification', actionStatus: 'Warning' })),
    none,
  )
  t.same(dryRunEffects(before, result(null)), none)
  t.same(dryRunEffects(before, undefined), none)
  t.match(dryRunEffects(before, result(order(100, 75, []))), { refunded: 25 })
})
