import type { Consumer } from '@open-oms/service-kit/events/consumer'
import type { Deps } from './deps.ts'
import { onPaymentRecorded } from './modules/payments/on-payment-recorded.ts'
import { onErpEvent } from './modules/postings/on-erp-event.ts'
import { onZReportClosed } from './modules/z-reports/on-z-report-closed.ts'

/**
 * Returns what accounting does with events: payments and Z-reports of orders, postings of an ERP.
 * Apart from the app, because the command line needs them without an HTTP server.
 */
export function createConsumers(deps: Deps): Consumer[] {
  return [onPaymentRecorded(deps), onZReportClosed(deps), onErpEvent(deps)]
}
