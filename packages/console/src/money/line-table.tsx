import './money.css'
import { Table, Text } from '@mantine/core'
import type { LedgerLine, Posting } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { TextLink } from '../shell/text-link.tsx'
import { AmountTable } from './amount-table.tsx'
import { useLedgerFormat } from './ledger-format.ts'

const columns = ['sequence', 'account', 'category', 'vat', 'debit', 'credit', 'orders'] as const

type LineTableProps = { posting: Posting; lines: readonly LedgerLine[]; chosen: LedgerLine | undefined }

/** The ledger lines of a posting with its sums. Each leads to its orders. */
export function LineTable({ posting, lines, chosen }: LineTableProps) {
  const t = useTranslations('money.line')
  const ledger = useLedgerFormat()
  const { currencyCode } = posting
  return (
    <AmountTable
      label={t('title')}
      minWidth={760}
      columns={columns.map((key) => ({ key, label: t(key), isAmount: key === 'debit' || key === 'credit' }))}
      foot={
        <Table.Tr>
          <Table.Th colSpan={4} scope="row">
            {t('sum')}
          </Table.Th>
          <Table.Th ta="right">{ledger.amount(posting.totalDebit, currencyCode)}</Table.Th>
          <Table.Th ta="right">{ledger.amount(posting.totalCredit, currencyCode)}</Table.Th>
          <Table.Td />
        </Table.Tr>
      }
    >
      {lines.map((line) => (
        <Table.Tr key={line.id} className="ledger-line" data-chosen={line === chosen}>
          <Table.Td>{line.lineSequence}</Table.Td>
          <Table.Td>
            <Account line={line} />
          </Table.Td>
          <Table.Td>{t(`categories.${line.category}`)}</Table.Td>
          <Table.Td>{line.vatCode}</Table.Td>
          <Table.Td ta="right">{ledger.side(line.debit, currencyCode)}</Table.Td>
          <Table.Td ta="right">{ledger.side(line.credit, currencyCode)}</Table.Td>
          <Table.Td>
            <LineLink posting={posting} line={line} isChosen={line === chosen} />
          </Table.Td>
        </Table.Tr>
      ))}
    </AmountTable>
  )
}

function Account({ line }: { line: LedgerLine }) {
  const t = useTranslations('money.line')
  const details = [
    line.description === line.accountName ? null : line.description,
    line.customerNumber === null ? null : t('customer', { number: line.customerNumber }),
    line.invoiceNumber === null ? null : t('invoice', { number: line.invoiceNumber }),
    line.creditNoteNumber === null ? null : t('creditNote', { number: line.creditNoteNumber }),
    line.kidNumber === null ? null : t('kid', { number: line.kidNumber }),
  ].filter((detail) => detail !== null)
  return (
    <>
      {line.accountNumber} {line.accountName}
      {details.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {details.join(' · ')}
        </Text>
      )}
    </>
  )
}

/**
 * The way from a line to its order: straight where the posting has one only, else by the list of
 * its orders.
 */
function LineLink({ posting, line, isChosen }: { posting: Posting; line: LedgerLine; isChosen: boolean }) {
  const t = useTranslations('money.line')
  const [orderId, ...others] = posting.orderIds
  if (orderId === undefined) return null
  if (others.length === 0) {
    return (
      <TextLink to="/orders/$orderId" params={{ orderId }} aria-label={t('toOrder', { line: line.lineSequence })}>
        {t('order')}
      </TextLink>
    )
  }
  return (
    <TextLink
      to="/money/postings/$postingId"
      params={{ postingId: posting.id }}
      search={isChosen ? {} : { line: line.lineSequence }}
      replace
      resetScroll={false}
      aria-label={t(isChosen ? 'toAllOrders' : 'toOrders', { line: line.lineSequence })}
    >
      {t(isChosen ? 'allOrders' : 'orders')}
    </TextLink>
  )
}
