import { resumeRuns } from '../workflow/resume.ts'
import type { OrdersTest } from './test-orders.ts'

/** Lets the leases of dead processes run out. */
function expireLeases({ database }: OrdersTest): Promise<unknown> {
  return database.query({ text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'` })
}

/** Takes over every run whose process has died, and waits for its end. Answers how many there were. */
export async function resumeAll(test: OrdersTest): Promise<number> {
  await expireLeases(test)
  const count = await resumeRuns(test.deps)
  await test.background.idle()
  return count
}
