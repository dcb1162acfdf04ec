import { type Ledger, sumCredit } from './ledger.ts'
import { type DemoOrder, inSmallestUnits } from './orders.ts'
import { table } from './table.ts'

const REVENUE = ['Sales', 'Discount', 'OutputVat', 'Shipping', 'Rounding']

/**
 * Checks what the order has made of its store's posting, by the difference to the posting before
 * it.
 */
export function checkLedger({ check }: Checks, order: DemoOrder, [before, after]: readonly [Ledger | null, Ledger | null]): void {
  const { storeId, currency } = order.plan
  check(`${storeId}: a posting is there`, after !== null, true)
  if (after === null) return
  print(storeId, currency, after)
  const units = (amount: number) => inSmallestUnits(amount, currency)
  check(`${storeId}: the posting holds the order`, after.orderIds.includes(order.id), true)
  check(`${storeId}: debit equals credit`, units(after.totalDebit), units(after.totalCredit))
  check(`${storeId}: nothing left over`, after.imbalance, 0)
  const others = after.orderIds.filter((id) => id !== order.id && before?.orderIds.includes(id) !== true)
  if (others.length > 0) {
    console.log(`       ${others.length} other orders were posted meanwhile: the amounts of this one cannot be distinguished`)
    return
  }
  const moved = (categories: readonly string[]) => units(sumCredit(after, categories)) - units(sumCredit(before, categories))
  const refund = units(order.refund)
  check(`${storeId}: money in`, -moved(['PaymentMethod']), order.expected.total)
  check(`${storeId}: money out`, moved(['RefundPaymentMethod']), refund)
  check(`${storeId}: revenue and VAT`, moved(REVENUE), order.expected.total - refund)
}

function print(storeId: string, currency: string, { id, lines }: Ledger): void {
  console.log(`\n  ${storeId}, posting ${id}`)
  const rows = lines.map((line) => [
    line.accountNumber,
    line.accountName,
    line.category,
    line.vatRate === null ? '' : `${line.vatRate} %`,
    line.debit,
    line.credit,
  ])
  console.log(table(['Account', 'Name', 'Category', 'VAT', `Debit ${currency}`, `Credit ${currency}`], rows))
}

/** Prints checks as they are made and collects those that fail. */
export type Checks = {
  readonly failures: readonly string[]
  /** Whether two plain values are the same. */
  check(text: string, actual: unknown, expected: unknown): void
}

export function createChecks(): Checks {
  const failures: string[] = []
  return {
    failures,
    check(text, actual, expected) {
      const holds = actual === expected
      console.log(`  ${holds ? 'ok  ' : 'FAIL'} ${text}${holds ? '' : `: ${String(actual)} instead of ${String(expected)}`}`)
      if (!holds) failures.push(text)
    },
  }
}
