import { durables } from '@open-oms/contracts/nats-users'
import { zReportClosed } from '@open-oms/contracts/orders/events'
import { defineConsumer } from '@open-oms/service-kit/events/consumer'
import type { Deps } from '../../deps.ts'
import { buildZReport } from './build-z-report.ts'
import { zReportDay } from './domain/z-report-posting.ts'
import { storeZReport } from './z-report-store.ts'

/**
 * Stores Z-reports and builds their postings in the same transaction
 * (postings.md#z-report-postings). It is a consumer of its own, so that no Z-report waits behind a
 * day's payments.
 */
export const onZReportClosed = (deps: Pick<Deps, 'config' | 'now' | 'newId'>) =>
  defineConsumer({
    ...durables.accountingZReports,
    handlers: {
      'orders.zreport.closed.v1': {
        contract: zReportClosed,
        async handle(tx, event) {
          await storeZReport(tx, event, zReportDay(event.data))
          await buildZReport(deps, tx, event.data.zReportId)
        },
      },
    },
  })
