import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'

/** A step as its test describes it. */
export type GivenStep = Partial<WorkflowStep> & { name: string }

/**
 * A configuration where Online orders run these steps, and no others, when they enter InProgress;
 * creating them runs none.
 */
export function withSteps(config: OrdersConfig, steps: readonly GivenStep[]): OrdersConfig {
  const sample = config.orderTypes.flatMap(({ orderStatuses }) => orderStatuses.flatMap(({ workflowSteps }) => workflowSteps))[0]
  const plain = { ...(sample as WorkflowStep), properties: [], stopOnError: false, runAfterOrderIsSaved: false, retries: 0 }
  const workflowSteps = steps.map((step, index) => ({ ...plain, id: `Test.${step.name}.${index}`, index: 10 + index, ...step }))
  return {
    ...config,
    orderTypes: config.orderTypes.map((type) => ({
      ...type,
      orderStatuses: type.orderStatuses.map((status) => ({
        ...status,
        workflowSteps:
          type.name === 'Online' && status.name === 'InProgress'
            ? workflowSteps
            : status.name === 'New'
              ? []
              : status.workflowSteps,
      })),
    })),
  }
}
