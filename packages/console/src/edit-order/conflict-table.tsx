import { Radio, Stack, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFieldLabel } from './edit-texts.ts'
import { type Choices, type FieldDifference, type Merge, mergedTags } from './merge-edits.ts'
import type { FieldName } from './order-edit.ts'

type ConflictTableProps = {
  merge: Merge
  choices: Choices
  onChoose: (name: FieldName, choice: 'theirs' | 'mine') => void
}

const columns = ['field', 'base', 'theirs', 'mine', 'kept'] as const

/**
 * Each field that someone has changed: as it was, theirs, one's own, and which of them is kept.
 */
export function ConflictTable({ merge, choices, onChoose }: ConflictTableProps) {
  const t = useTranslations('editOrder.conflict')
  return (
    <Table verticalSpacing={6} horizontalSpacing={8} fz="sm" className="conflict-table" aria-label={t('table')}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((name) => (
            <Table.Th key={name}>{t(name)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {merge.differences.map((difference) => (
          <FieldRow
            key={difference.name}
            {...{ difference }}
            choice={choices[difference.name]}
            onChoose={(choice) => onChoose(difference.name, choice)}
          />
        ))}
        <MarkRows merge={merge} />
      </Table.Tbody>
    </Table>
  )
}

type FieldRowProps = {
  difference: FieldDifference
  choice: 'theirs' | 'mine' | undefined
  onChoose: (choice: 'theirs' | 'mine') => void
}

function FieldRow({ difference, choice, onChoose }: FieldRowProps) {
  const t = useTranslations('editOrder.conflict')
  const label = useFieldLabel()(difference.name)
  const { base, theirs, mine, changedBy } = difference
  if (changedBy !== 'both')
    return <Row label={label} values={[base, theirs, mine]} kept={t(changedBy === 'mine' ? 'keptMine' : 'keptTheirs')} />
  return (
    <Row
      label={label}
      values={[base, theirs, mine]}
      kept={
        <Radio.Group
          value={choice ?? null}
          onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
          label={<span className="for-screen-readers">{t('choose', { field: label })}</span>}
        >
          <Stack gap={4}>
            <Radio size="xs" value="theirs" label={t('keptTheirs')} />
            <Radio size="xs" value="mine" label={t('keptMine')} />
          </Stack>
        </Radio.Group>
      }
    />
  )
}

/** Tags of both are kept, and a priority that one has changed: there is nothing to choose. */
function MarkRows({ merge: { tags, isPriority } }: { merge: Merge }) {
  const t = useTranslations('editOrder')
  const yesNo = (value: boolean) => t(value ? 'yes' : 'no')
  return (
    <>
      {tags === null ? null : (
        <Row
          label={t('tags')}
          values={[tags.base, tags.theirs, tags.mine].map((list) => list.join(', '))}
          kept={t('conflict.keptBoth', { value: mergedTags(tags).join(', ') })}
        />
      )}
      {isPriority === null ? null : (
        <Row
          label={t('isPriority')}
          values={[isPriority.base, isPriority.theirs, isPriority.mine].map(yesNo)}
          kept={t(isPriority.mine === isPriority.base ? 'conflict.keptTheirs' : 'conflict.keptMine')}
        />
      )}
    </>
  )
}

function Row({ label, values, kept }: { label: string; values: readonly string[]; kept: ReactNode }) {
  const t = useTranslations('editOrder.conflict')
  const names = ['base', 'theirs', 'mine'] as const
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {names.map((name, index) => (
        <Table.Td key={name} className="note-text" data-name={t(name)}>
          {values[index] === '' ? '–' : values[index]}
        </Table.Td>
      ))}
      <Table.Td data-name={t('kept')}>{kept}</Table.Td>
    </Table.Tr>
  )
}
