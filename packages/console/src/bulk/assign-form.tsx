import { useUser } from '../session/use-session.ts'
import { AssigneeForm } from './assignee-form.tsx'
import { assignTo } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Gives many orders to a colleague, who has them in their queue then. */
export function AssignForm({ orders }: BulkFormProps) {
  const run = useBulkRun(orders)
  const { userName } = useUser()
  if (run.isBegun) return <BulkProgress run={run} />
  return <AssigneeForm assignee={userName} onAssign={(name) => run.start(assignTo(name))} />
}
