import { Box, Table, Text } from '@mantine/core'
import type { FoundReturn } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { RETURN_TYPE } from '../configuration/status-meaning.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { Mark, useStatusTones } from '../orders/order-marks.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { countedLines } from './desk-edit.ts'

/** Returns as rows, each with the way to the desk and to its order. */
export function ReturnTable({ forms }: { forms: readonly FoundReturn[] }) {
  const t = useTranslations('returnsDesk')
  return (
    <Table highlightOnHover verticalSpacing={6} horizontalSpacing={8} aria-label={t('table')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('columns.number')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('columns.order')}</Table.Th>
          <Table.Th>{t('columns.customer')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('columns.items')}</Table.Th>
          <Table.Th ta="right">{t('columns.worth')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('columns.status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('columns.age')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {forms.map(({ returnOrderForm: form, ...found }) =>
          form === null ? null : <ReturnRow key={JSON.stringify([found.orderId, form.returnId])} form={form} found={found} />,
        )}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { form: ReturnForm; found: Omit<FoundReturn, 'returnOrderForm'> }

function ReturnRow({ form, found }: RowProps) {
  const t = useTranslations('returnsDesk')
  const format = useFormat()
  const nameOf = useStatusNames()
  const toneOf = useStatusTones()
  const orderId = found.orderId ?? ''
  const status = form.status ?? ''
  const mark = <Mark tone={toneOf(status, RETURN_TYPE)}>{nameOf(status, RETURN_TYPE)}</Mark>
  const lines = countedLines(form)
  const [first, ...others] = lines.map(({ displayName, code, lineItemId }) => displayName ?? code ?? lineItemId)
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/returns/$orderId/$returnId" params={{ orderId, returnId: form.returnId }} fw={600}>
          {form.rmaNumber ?? t('name', { id: form.returnId })}
        </TextLink>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {found.orderNumber ?? orderId}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <TextLink to="/orders/$orderId" params={{ orderId }}>
          {found.orderNumber ?? orderId}
        </TextLink>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{found.customerName ?? '–'}</Table.Td>
      <Table.Td visibleFrom="sm">
        {t('items', { count: lines.length, first: first ?? '', more: format.count(others.length) })}
      </Table.Td>
      <Table.Td ta="right">
        {format.money(form.total, found.currency)}
        <Box hiddenFrom="sm">{mark}</Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">{mark}</Table.Td>
      <Table.Td visibleFrom="sm" title={format.time(form.created)}>
        {format.age(form.created, new Date())}
      </Table.Td>
    </Table.Tr>
  )
}
