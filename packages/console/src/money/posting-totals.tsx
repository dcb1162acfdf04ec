import { Table } from '@mantine/core'
import type { Posting } from '@open-oms/client/types'
import { sumOfAmounts } from '@open-oms/money/minor'
import { useFormat } from '../display/use-format.ts'

type TotalsProps = { postings: readonly Posting[] }

/** What some postings of one currency have together. */
export function PostingTotals({ postings }: TotalsProps) {
  const format = useFormat()
  const currency = postings[0]?.currencyCode ?? null
  return (['totalDebit', 'totalCredit'] as const).map((side) => (
    <Table.Th key={side} ta="right">
      {format.money(sumOfAmounts(postings.map((posting) => posting[side])), currency)}
    </Table.Th>
  ))
}
