import type { Transaction } from '@oms/service-kit/database/transaction'
import type { ReservationStep } from './stock/reservation-intents.ts'

const RESERVES = 'IncreaseReservedInventory'
const FREES = 'ReduceReservedInventory'

/**
 * The steps of an order's runs so far that reserved its goods or let them go, oldest first; those
 * of runs that were removed are forgotten.
 */
export async function readReservationSteps(tx: Transaction, orderId: string): Promise<ReservationStep[]> {
  const rows = await tx.query<{ shipment_id: string | null; action_type: string }>({
    name: 'reservation-steps',
    text: `select r.shipment_id, a.action_type from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
      where r.order_id = $1 and a.action_type = any($2)
        and a.action_status in ('Success', 'Warning')
      order by a.finished, r.started, r.id`,
    values: [orderId, [RESERVES, FREES]],
  })
  return rows.map((row) => ({ shipmentId: row.shipment_id, isReserving: isReserving(row.action_type) }))
}

/** Whether it is a step that reserves, or one that frees. */
export function isReservationStep(actionType: string): boolean {
  return actionType === RESERVES || actionType === FREES
}

/** Whether it is the step that reserves. */
export function isReserving(actionType: string): boolean {
  return actionType === RESERVES
}
