import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useDeclaredFields } from '../declared-fields/use-declared-fields.ts'
import { columnNames, columnPresets, firstColumns, presetNames } from './column-names.ts'
import { fieldColumn } from './field-columns.ts'
import type { FiltersProps } from './filters-props.ts'

/** The columns of the list: those of a kind of work, or any. */
export function ColumnChoice({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  const t = useTranslations('orders')
  const listed = useDeclaredFields('order').filter(({ inList }) => inList)
  const chosen = view.columns ?? firstColumns
  const preset = presetNames.find((name) => columnPresets[name].join() === chosen.join())
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={t('filters.columns')} visibleFrom="sm">
          <IconColumns size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.columns')}>
        <Stack gap="xs">
          <Group gap={6} maw={260}>
            {presetNames.map((name) => (
              <Button
                key={name}
                size="compact-sm"
                variant={name === preset ? 'light' : 'default'}
                aria-pressed={name === preset}
                onClick={() => onChange({ columns: name === 'usual' ? undefined : [...columnPresets[name]] })}
              >
                {t(`presets.${name}`)}
              </Button>
            ))}
          </Group>
          <div className="choice-list">
            <Checkbox.Group value={[...chosen]} onChange={(columns) => onChange({ columns })}>
              <Stack gap="xs">
                <Text size="xs" c="dimmed">
                  {t('filters.columns')}
                </Text>
                {columnNames.map((name) => (
                  <Checkbox key={name} size="xs" value={name} label={t(`columns.${name}`)} disabled={name === 'number'} />
                ))}
                {listed.map((field) => (
                  <Checkbox key={field.key} size="xs" value={fieldColumn(field)} label={field.label} />
                ))}
              </Stack>
            </Checkbox.Group>
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
