import './money.css'
import { Badge, Group, Table, Text } from '@mantine/core'
import type { Posting } from '@open-oms/client/types'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { TextLink } from '../shell/text-link.tsx'
import { AmountTable } from './amount-table.tsx'
import { useLedgerFormat } from './ledger-format.ts'

// Exact sums have a budget of their own: most days have one posting.
const PostingTotals = lazy(async () => ({ default: (await import('./posting-totals.tsx')).PostingTotals }))

// Amounts come early, so that a phone shows them without scrolling to the side.
const columns = ['store', 'debit', 'credit', 'source', 'date', 'status', 'orders', 'lines'] as const
const amounts: readonly string[] = ['orders', 'lines', 'debit', 'credit']

/** Postings with their sums. Each leads to its lines. */
export function PostingTable({ label, postings }: { label: string; postings: readonly Posting[] }) {
  const t = useTranslations('money.posting')
  const format = useFormat()
  const ledger = useLedgerFormat()
  const storeName = useStoreNames()
  return (
    <AmountTable
      label={label}
      minWidth={760}
      columns={columns.map((key) => ({ key, label: t(key), isAmount: amounts.includes(key) }))}
      foot={postings.length > 1 ? <TotalRows postings={postings} /> : null}
    >
      {postings.map((posting) => (
        <Table.Tr key={posting.id}>
          <Table.Td>
            <TextLink to="/money/postings/$postingId" params={{ postingId: posting.id }} fw={500}>
              {posting.storeIds.map(storeName).join(', ')}
            </TextLink>
          </Table.Td>
          <Table.Td ta="right">{format.money(posting.totalDebit, posting.currencyCode)}</Table.Td>
          <Table.Td ta="right">{format.money(posting.totalCredit, posting.currencyCode)}</Table.Td>
          <Table.Td>
            {posting.zReportNumber === null
              ? t(`sources.${posting.source}`)
              : t('zReport', { number: String(posting.zReportNumber) })}
          </Table.Td>
          <Table.Td>{ledger.day(posting.postingDate)}</Table.Td>
          <Table.Td>
            <PostingMarks posting={posting} />
          </Table.Td>
          <Table.Td ta="right">{format.count(posting.orderIds.length)}</Table.Td>
          <Table.Td ta="right">{format.count(posting.lineCount)}</Table.Td>
        </Table.Tr>
      ))}
    </AmountTable>
  )
}

/** What the postings have together, a row for each currency. */
function TotalRows({ postings }: { postings: readonly Posting[] }) {
  const t = useTranslations('money.line')
  return [...Map.groupBy(postings, ({ currencyCode }) => currencyCode)].map(([currency, some]) => (
    <Table.Tr key={currency}>
      <Table.Th scope="row">{t('sum')}</Table.Th>
      <Suspense fallback={<Table.Td colSpan={2}>&nbsp;</Table.Td>}>
        <PostingTotals postings={some} />
      </Suspense>
      <Table.Td colSpan={5} />
    </Table.Tr>
  ))
}

const colours = { Posted: 'blue', Exported: 'indigo', Reconciled: 'green', Rejected: 'red', Superseded: 'gray' } as const

/** How far a posting has come, and whether something about it was odd. */
export function PostingMarks({ posting }: { posting: Pick<Posting, 'status' | 'warnings'> }) {
  const t = useTranslations('money.posting')
  return (
    <Group gap={6} wrap="nowrap">
      <Badge variant="outline" tt="none" color={colours[posting.status]} c="var(--mantine-color-text)">
        {t(`statuses.${posting.status}`)}
      </Badge>
      {posting.warnings.length === 0 ? null : (
        <Text size="xs" span>
          <IconAlertTriangle size={14} aria-hidden className="icon-in-text" />{' '}
          {t('warningCount', { count: posting.warnings.length })}
        </Text>
      )}
    </Group>
  )
}
