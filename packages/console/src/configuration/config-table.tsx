import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type TableProps = { label: string; columns: readonly string[]; minWidth?: number; children: ReactNode }

/**
 * A table of entries of the configuration. On a narrow screen it scrolls separately from the page,
 * by keyboard too.
 */
export function ConfigTable({ label, columns, minWidth = 560, children }: TableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table aria-label={label} verticalSpacing="xs" className="config-table">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
