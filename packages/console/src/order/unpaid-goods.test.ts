import type { WorkflowResult } from '@open-oms/client/types'
import t from 'tap'
import { shipsUnpaid } from './unpaid-goods.ts'

const workflowResultWith = (...types: string[]) =>
  ({ orderActionExecutionResults: types.map((actionType) => ({ actionType })) }) as WorkflowResult

t.test('given a dry run, when it warns of goods that are not paid, then it is asked about', async (t) => {
  t.equal(shipsUnpaid(workflowResultWith('CapturePayments', 'OrderIsUnpaid')), true)
  t.equal(shipsUnpaid(workflowResultWith('CapturePayments')), false)
  t.same([shipsUnpaid(null), shipsUnpaid(undefined)], [false, false], 'nothing is known yet')
})
