import type { FileVatCode } from '@open-oms/contracts/config/accounting-files'
import { Decimal } from '@open-oms/money/decimal'
import type { FileAccount, FileHead, Voucher } from './voucher.ts'

type Sums = Pick<FileHead, 'vouchers' | 'debit' | 'credit' | 'accounts' | 'changes' | 'vatCodes' | 'customers' | 'costCentres'>

/** Adds up what the head of a file says of its vouchers. */
export function voucherSums(): { add(voucher: Voucher): void; sums(): Sums } {
  let [vouchers, debit, credit] = [0, new Decimal(0), new Decimal(0)]
  const accounts = new Map<string, FileAccount>()
  const changes = new Map<string, Decimal>()
  const vatCodes = new Set<FileVatCode>()
  const customers = new Set<string>()
  const costCentres = new Set<string>()
  return {
    add({ lines }) {
      vouchers++
      for (const { account, amount, vat, customerNumber, costCentre } of lines) {
        if (amount.isPositive()) debit = debit.add(amount)
        else credit = credit.sub(amount)
        accounts.set(account.number, account)
        changes.set(account.number, (changes.get(account.number) ?? new Decimal(0)).add(amount))
        if (vat !== null) vatCodes.add(vat.code)
        if (customerNumber !== null) customers.add(customerNumber)
        if (costCentre !== null) costCentres.add(costCentre)
      }
    },
    sums: () => ({ vouchers, debit, credit, accounts: sorted(accounts), changes, vatCodes, customers, costCentres }),
  }
}

function sorted<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...map].sort(([one], [other]) => (one < other ? -1 : 1)))
}
