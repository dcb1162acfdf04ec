import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Keyed, keyed } from './keyed.ts'

type RowsProps<Row> = {
  title: string
  help: string
  addLabel: string
  rows: readonly Keyed<Row>[]
  onChange: (rows: Keyed<Row>[]) => void
  empty: Row
  children: (row: Row, onChange: (change: Partial<Row>) => void) => ReactNode
}

/** A list whose rows can be changed, removed and added. */
export function Rows<Row extends object>({ title, help, addLabel, rows, onChange, empty, children }: RowsProps<Row>) {
  const t = useTranslations('stored.rows')
  return (
    <Stack component="fieldset" gap="xs" className="config-rows">
      <Text component="legend" fw={600} size="sm">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
      {rows.map((row, index) => (
        <Group
          key={row.key}
          gap="xs"
          align="flex-end"
          wrap="wrap"
          role="group"
          aria-label={t('row', { title, number: index + 1 })}
        >
          {children(row, (change) => onChange(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one))))}
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('remove', { title, number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => onChange([...rows, keyed(empty)])}>
          {addLabel}
        </Button>
      </Group>
    </Stack>
  )
}
