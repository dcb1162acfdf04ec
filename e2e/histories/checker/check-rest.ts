import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/** What of the changes of orders the audit log does not have, or has too often. */
export function auditFaults({ orders, audit, changes }: Pick<Facts, 'orders' | 'audit' | 'changes'>): Violation[] {
  const acts = new Map<string, number>()
  for (const { act, orderId, outcome } of audit)
    if (outcome === 'Succeeded') acts.set(`${orderId} ${act}`, (acts.get(`${orderId} ${act}`) ?? 0) + 1)
  const faults: Violation[] = []
  const compare = (orderId: string, act: string, wanted: number) => {
    const count = acts.get(`${orderId} ${act}`) ?? 0
    if (count !== wanted) faults.push({ check: 'audit', about: orderId, text: `${act}: ${count} records, ${wanted} changes` })
  }
  for (const { orderId, audited } of orders.values()) for (const [act, wanted] of audited) compare(orderId, act, wanted)
  for (const [orderId, own] of Map.groupBy(
    changes.filter(({ kind }) => kind === 'purged'),
    ({ orderId: id }) => id,
  ))
    compare(orderId, 'Purge', own.length)
  return faults
}

/** Z-reports with gaps in their numbers, and closes that were acknowledged and are not there. */
export function tillFaults(operations: readonly Operation[], { zReports }: Pick<Facts, 'zReports'>): Violation[] {
  const faults: Violation[] = []
  for (const [storeId, own] of Map.groupBy(zReports, (report) => report.storeId)) {
    const numbers = own.map(({ number }) => number).sort((a, b) => a - b)
    if (numbers.some((number, index) => index > 0 && number !== (numbers[index - 1] as number) + 1))
      faults.push({ check: 'till', about: storeId, text: `its reports have the numbers ${numbers.join(', ')}` })
  }
  const known = new Map(zReports.map(({ zReportId, number }) => [zReportId, number]))
  for (const { operation, mark, status, request, response } of operations) {
    if (operation !== 'closeTill' || !isSuccess(status)) continue
    const said = Number((response as { zReportNumber?: unknown } | null)?.zReportNumber)
    if (known.get(mark as string) !== said)
      faults.push({
        check: 'till',
        about: request,
        text: `report ${mark} has number ${known.get(mark as string)}; the response said ${said}`,
      })
  }
  return faults
}

/** Responses that no fault explains, and work that never came to rest. */
export function restFaults({ requests, left }: Pick<Facts, 'requests' | 'left'>): Violation[] {
  const mistakes = requests
    .filter(({ status }) => status === 500)
    .map(({ operation, request, response }) => ({
      check: 'response',
      about: `${operation} ${request}`,
      text: `500 ${JSON.stringify(response)}`,
    }))
  return [...mistakes, ...left.map(({ what, count }) => ({ check: 'rest', about: what, text: `${count} are left over` }))]
}
