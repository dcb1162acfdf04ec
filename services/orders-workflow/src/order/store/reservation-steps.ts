import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { isReserving, type ReservationStep, reservationSteps } from '../rules/stock/reservation-intents.ts'

const findSteps = statement({
  name: 'reservation-steps',
  text: `select r.shipment_id, a.action_type from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
      where r.order_id = $1 and a.action_type = any($2)
        and a.action_status in ('Success', 'Warning')
      order by a.finished, r.started, r.id`,
  parameters: [Sql.text, Sql.list(Sql.text)],
  row: { shipment_id: Sql.nullable(Sql.text), action_type: Sql.text },
})

/**
 * The steps of an order's runs that reserved or released its stock, oldest first. Steps of removed
 * runs are not included.
 */
export async function readReservationSteps(tx: Transaction, orderId: string): Promise<ReservationStep[]> {
  const rows = await findSteps.on(tx, orderId, [...reservationSteps])
  return rows.map((row) => ({ shipmentId: row.shipment_id, isReserving: isReserving(row.action_type) }))
}
