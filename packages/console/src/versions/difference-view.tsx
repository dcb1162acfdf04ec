import { Badge, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChangedPart, FieldChange } from './difference.ts'
import { type ComparedOrder, useDifferenceWords } from './use-difference-words.ts'

/** Shown at first, of the parts and of the fields of a part: an order may have a thousand lines. */
const PARTS_SHOWN = 30
const FIELDS_SHOWN = 12
/** Up to this many more are shown without a button. */
const FIELDS_SPARED = 4

const colours = { added: 'green', removed: 'red', changed: 'gray' } as const

/** What differs between two versions, a table for each part of the order. */
export function DifferenceView({ parts, order }: { parts: readonly ChangedPart[]; order: ComparedOrder }) {
  const t = useTranslations('versions')
  const [shown, setShown] = useState(PARTS_SHOWN)
  if (parts.length === 0) return <Text size="sm">{t('same')}</Text>
  return (
    <Stack gap="sm">
      {parts.slice(0, shown).map((part) => (
        <ChangedPartView key={JSON.stringify(part.items)} part={part} order={order} />
      ))}
      {parts.length > shown ? (
        <Button variant="default" size="xs" onClick={() => setShown(shown + PARTS_SHOWN)}>
          {t('moreParts', { count: parts.length - shown })}
        </Button>
      ) : null}
    </Stack>
  )
}

function ChangedPartView({ part, order }: { part: ChangedPart; order: ComparedOrder }) {
  const t = useTranslations('versions')
  const words = useDifferenceWords(order)
  const [isWhole, setWhole] = useState(false)
  const title = part.items.length === 0 ? t('order') : part.items.map(words.item).join(' › ')
  const changes =
    isWhole || part.changes.length <= FIELDS_SHOWN + FIELDS_SPARED ? part.changes : part.changes.slice(0, FIELDS_SHOWN)
  return (
    <Paper component="section" withBorder p="sm" aria-label={title}>
      <Group gap="xs" mb="xs">
        <Title order={3} size="h6" className="note-text">
          {title}
        </Title>
        {part.state === 'changed' ? null : (
          <Badge variant="outline" color={colours[part.state]} c="var(--mantine-color-text)" tt="none">
            {t(part.state)}
          </Badge>
        )}
      </Group>
      <ChangeTable {...{ title, changes, order }} state={part.state} list={part.items.at(-1)?.list ?? null} />
      {part.changes.length > changes.length ? (
        <Button mt="xs" variant="subtle" size="xs" onClick={() => setWhole(true)}>
          {t('moreFields', { count: part.changes.length - changes.length })}
        </Button>
      ) : null}
    </Paper>
  )
}

type TableProps = {
  title: string
  changes: readonly FieldChange[]
  state: ChangedPart['state']
  /** The list that the part is an entry of; null: the order itself. */
  list: string | null
  order: ComparedOrder
}

function ChangeTable({ title, changes, state, list, order }: TableProps) {
  const t = useTranslations('versions')
  const words = useDifferenceWords(order)
  // Added and removed parts have one value only.
  const sides = ([...(state === 'added' ? [] : ['before']), ...(state === 'removed' ? [] : ['after'])] as const).map(
    (side) => side as 'before' | 'after',
  )
  return (
    <Table fz="sm" verticalSpacing={4} horizontalSpacing={6} layout="fixed" aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('field')}</Table.Th>
          {sides.map((side) => (
            <Table.Th key={side}>{t(side)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="figures">
        {changes.map((change) => (
          <Table.Tr key={change.path.join('/')}>
            <Table.Th scope="row" fw={400} className="note-text">
              {change.path.map(words.field).join(' › ')}
            </Table.Th>
            {sides.map((side) => (
              <Table.Td key={side} className="note-text">
                {words.value(change.path, change[side], list)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
