import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { addDays, dayIn } from '../display/zoned-time.ts'
import type { FiltersProps } from './filters-props.ts'

const presets = [
  { name: 'today', from: 0, to: 0 },
  { name: 'yesterday', from: -1, to: -1 },
  { name: 'week', from: -6, to: 0 },
  { name: 'month', from: -29, to: 0 },
] as const

/** The days in which orders were created: one of the usual ranges, or any. */
export function DayFilter({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  const t = useTranslations('filters')
  const isOn = view.from !== undefined || view.to !== undefined
  const today = dayIn(new Date(), view.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const dayRange = (preset: (typeof presets)[number]) => ({ from: addDays(today, preset.from), to: addDays(today, preset.to) })
  const chosen = presets.find((preset) => dayRange(preset).from === view.from && dayRange(preset).to === view.to)
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant={isOn ? 'light' : 'default'} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {chosen === undefined ? t('created') : `${t('created')}: ${t(`days.${chosen.name}`)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('created')}>
        <Stack gap="xs">
          <Group gap={6} maw={260}>
            {presets.map((preset) => (
              <Button
                key={preset.name}
                size="compact-sm"
                variant={preset === chosen ? 'light' : 'default'}
                aria-pressed={preset === chosen}
                onClick={() => onChange(preset === chosen ? { from: undefined, to: undefined } : dayRange(preset))}
              >
                {t(`days.${preset.name}`)}
              </Button>
            ))}
          </Group>
          <TextInput
            type="date"
            size="xs"
            label={t('from')}
            value={view.from ?? ''}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            size="xs"
            label={t('to')}
            value={view.to ?? ''}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
