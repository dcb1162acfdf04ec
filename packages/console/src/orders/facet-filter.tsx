import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import type { OrderSearchResult } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'

type FacetProps = {
  label: string
  values: OrderSearchResult['facets'][number]['facets']
  chosen: readonly string[]
  /** How many values narrow the list; those that are chosen by default. */
  count?: number
  /** What people call a value; by default what the facet says. */
  nameOf?: (value: string) => string
  above?: ReactNode
  onChange: (chosen: string[]) => void
}

/** A filter by values, each with the number of orders that have it. */
export function FacetFilter({ label, values, chosen, count = chosen.length, nameOf, above, onChange }: FacetProps) {
  const t = useTranslations('filters')
  const format = useFormat()
  const facetLabel = (value: string | null, name = value) => (value === null ? null : nameOf?.(value)) ?? name ?? ''
  const counts = new Map(values.map(({ name, value, count }) => [value ?? '', { name: facetLabel(value, name), count }]))
  // What is chosen stays in sight where nothing has it.
  for (const value of chosen) if (!counts.has(value)) counts.set(value, { name: facetLabel(value), count: 0 })
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant={count > 0 ? 'light' : 'default'} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {count > 0 ? `${label} (${count})` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} miw={220}>
        <Stack gap="sm">
          {above}
          <div className="choice-list">
            <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label}>
              <Stack gap="xs">
                {[...counts].map(([value, { name, count: orders }]) => (
                  <Group key={value} justify="space-between" wrap="nowrap" gap="lg">
                    <Checkbox size="xs" value={value} label={name} />
                    <Text size="xs" c="dimmed" className="figures">
                      {format.count(orders)}
                    </Text>
                  </Group>
                ))}
              </Stack>
            </Checkbox.Group>
          </div>
          {counts.size === 0 ? <Text size="sm">{t('noValues')}</Text> : null}
          {chosen.length > 0 ? (
            <Button size="xs" variant="subtle" onClick={() => onChange([])}>
              {t('clear')}
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
