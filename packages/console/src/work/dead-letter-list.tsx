import { Box, Checkbox, Table, Text, UnstyledButton } from '@mantine/core'
import type { DeadLetter } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { subjectOrderId } from './dead-letter-view.ts'
import { SelectAll, toggled, WorkTable } from './work-list.tsx'

type ListProps = {
  letters: readonly DeadLetter[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onConsumer: (consumer: string) => void
  onOpen: (letterId: string) => void
}

/** Dead letters, each with what the event is about and why it could not be handled. */
export function DeadLetterList({ letters, selected, onSelect, onConsumer, onOpen }: ListProps) {
  const t = useTranslations('work.deadLetters')
  return (
    <WorkTable label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <SelectAll ids={letters.map(({ id }) => id)} {...{ selected, onSelect }} label={t('selectAll')} />
          <Table.Th>{t('event')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('consumer')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('reason')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('tries')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('since')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {letters.map((letter) => (
          <LetterRow
            key={letter.id}
            {...{ letter, onConsumer, onOpen }}
            isSelected={selected.has(letter.id)}
            onToggle={() => onSelect(toggled(selected, letter.id))}
          />
        ))}
      </Table.Tbody>
    </WorkTable>
  )
}

type RowProps = Pick<ListProps, 'onConsumer' | 'onOpen'> & { letter: DeadLetter; isSelected: boolean; onToggle: () => void }

function LetterRow({ letter, isSelected, onToggle, onConsumer, onOpen }: RowProps) {
  const t = useTranslations('work.deadLetters')
  const format = useFormat()
  const { id, type, consumer, reason, tries, createdAt } = letter
  const event = type ?? t('unreadable')
  const subject = letter.subject ?? '–'
  return (
    <Table.Tr aria-selected={isSelected}>
      <Table.Td>
        <Checkbox size="xs" checked={isSelected} onChange={onToggle} aria-label={t('select', { event, subject })} />
      </Table.Td>
      <Table.Td>
        <UnstyledButton
          className="order-link note-text"
          fz="sm"
          onClick={() => onOpen(id)}
          aria-label={t('openOf', { event, subject })}
        >
          {event}
        </UnstyledButton>
        <Subject letter={letter} />
        <Box hiddenFrom="sm">
          <Text size="xs" c="dimmed">
            {consumer}
          </Text>
          <Text size="sm" className="note-text">
            {reason}
          </Text>
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <UnstyledButton className="order-link" fz="sm" onClick={() => onConsumer(consumer)} aria-label={t('only', { consumer })}>
          {consumer}
        </UnstyledButton>
      </Table.Td>
      <Table.Td maw={360} visibleFrom="sm">
        <Text size="sm" className="note-text">
          {reason}
        </Text>
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {format.count(tries)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {format.time(createdAt)}
      </Table.Td>
    </Table.Tr>
  )
}

/**
 * What an event is about, with the way to it where it is an order; small and dimmed below the name
 * of the event.
 */
export function Subject({ letter, isBelow = true }: { letter: DeadLetter; isBelow?: boolean }) {
  const orderId = subjectOrderId(letter)
  const position = letter.sequence === null ? '' : ` #${letter.sequence}`
  return (
    <Text size={isBelow ? 'xs' : 'sm'} className="note-text" component="div" {...(isBelow ? { c: 'dimmed' } : {})}>
      {orderId === null ? (
        (letter.subject ?? '–')
      ) : (
        <Link className="order-link" to="/orders/$orderId" params={{ orderId }}>
          {orderId}
        </Link>
      )}
      {position}
    </Text>
  )
}
