import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { useUser } from '../session/use-session.ts'
import { AssigneeForm } from './assignee-form.tsx'
import { bulkTexts } from './bulk-texts.ts'
import { assignedPicker, assignment } from './order-facts.ts'

/** The dialog that gives an order to a colleague, or to nobody. */
export function AssignOrder({ order, onDone }: OrderActionProps) {
  const { userName } = useUser()
  const assigning = useOrderWrite(order, {
    send: (name: string, write) => gateway.patch('/api/Orders/{orderId}/PatchOrder', { ...write, body: assignment(name) }),
    onWritten: onDone,
  })
  return (
    <AreaTexts texts={bulkTexts}>
      <AssigneeForm assignee={assignedPicker(order) ?? userName} isSending={assigning.isPending} onAssign={assigning.mutate}>
        <WriteProblem orderId={order.id} error={assigning.error} onReloaded={assigning.reset} />
      </AssigneeForm>
    </AreaTexts>
  )
}
