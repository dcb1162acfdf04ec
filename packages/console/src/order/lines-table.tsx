import { Table, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'

/** The lines with their quantities. */
export function LinesTable({ order }: { order: Order }) {
  const t = useTranslations('order.lines')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const lines = order.orderForm.lineItems
  if (lines.length === 0) return <Text size="sm">{t('none')}</Text>
  const quantities = ['ordered', 'delivered', 'returned', 'canceled'] as const
  return (
    <Table.ScrollContainer
      minWidth={600}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t('title'), role: 'group' } }}
    >
      <Table verticalSpacing={6} horizontalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('item')}</Table.Th>
            {[...quantities, 'price' as const, 'sum' as const].map((name) => (
              <Table.Th key={name} ta="right" fz="xs">
                {t(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">
          {lines.map((line) => (
            <Table.Tr key={line.lineItemId}>
              <Table.Td>
                {line.displayName ?? line.code}
                <Text size="xs" c="dimmed">
                  {line.code}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{format.quantity(line.quantity)}</Table.Td>
              <Table.Td ta="right">{format.quantity(line.deliveredQuantity)}</Table.Td>
              <Table.Td ta="right">{format.quantity(line.returnQuantity)}</Table.Td>
              <Table.Td ta="right">{format.quantity(line.canceledQuantity)}</Table.Td>
              <Table.Td ta="right">{format.unitPrice(line.placedPrice, currency)}</Table.Td>
              <Table.Td ta="right">{format.money(line.extendedPrice, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
