import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export type AmountColumn = { key: string; label: string; isAmount?: boolean }
type TableProps = { label: string; columns: readonly AmountColumn[]; minWidth: number; children: ReactNode; foot?: ReactNode }

/**
 * A table whose amounts are on the right. On a narrow screen it scrolls separately from the page,
 * by keyboard too.
 */
export function AmountTable({ label, columns, minWidth, children, foot }: TableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label, role: 'group' } }}
    >
      <Table verticalSpacing={6} fz="sm" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label, isAmount }) => (
              <Table.Th key={key} ta={isAmount ? 'right' : 'left'} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">{children}</Table.Tbody>
        {foot === undefined ? null : <Table.Tfoot className="figures">{foot}</Table.Tfoot>}
      </Table>
    </Table.ScrollContainer>
  )
}
