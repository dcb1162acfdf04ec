import { table } from '@open-oms/tools/demo/table'
import type { Facts, Violation } from './checker/facts.ts'
import { isSuccess, operationsOf } from './checker/operations.ts'

const SHOWN_OF_EACH = 10

/** What a run was and what the checker found, as lines of text. */
export function summaryOf(facts: Facts, violations: readonly Violation[]): string {
  const { requests, faults, orders, changes, webhooks, seen, scrolls } = facts
  const unanswered = requests.filter(({ status }) => status === null).length
  const replayed = requests.filter(({ isReplayed }) => isReplayed).length
  const operations = operationsOf(requests)
  const unclear = operations.filter(({ isUnclear, isWrite }) => isUnclear && isWrite).length
  const counts = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, own]) => `${own.length} × ${kind}`)
  return [
    `${requests.length} requests, of which ${unanswered} had no response and ${replayed} got that of an earlier attempt`,
    `${operations.length} operations; of ${unclear} writes nobody knows whether they were carried out`,
    `${orders.size} orders with ${changes.length} changes; ${seen.length} changes followed, ${webhooks.length} webhooks, ${scrolls.length} scrolls`,
    `${faults.length} faults: ${counts.join(', ') || 'none'}`,
    '',
    operationTable(operations),
    '',
    ...violationLines(violations),
    violations.length === 0 ? 'Everything is explained.' : `${violations.length} violations.`,
  ].join('\n')
}

function operationTable(operations: ReturnType<typeof operationsOf>): string {
  const rows = [...Map.groupBy(operations, ({ operation }) => operation)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, own]) => {
      const done = own.filter(({ status }) => isSuccess(status)).length
      const open = own.filter(({ isUnclear }) => isUnclear).length
      return [name, String(own.length), String(done), String(own.length - done - open), String(open)]
    })
  return table(['Operation', 'Sent', 'Done', 'Refused', 'Unclear'], rows)
}

function violationLines(violations: readonly Violation[]): string[] {
  return [...Map.groupBy(violations, ({ check }) => check)].flatMap(([check, own]) => [
    `FAIL ${check}: ${own.length}`,
    ...own.slice(0, SHOWN_OF_EACH).map(({ about, text }) => `     ${about}: ${text}`),
  ])
}
