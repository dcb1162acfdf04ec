import { Badge, Box, Table, Text, UnstyledButton } from '@mantine/core'
import type { AuditRecord } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { TextLink } from '../shell/text-link.tsx'
import { WorkTable } from '../work/work-list.tsx'

const outcomeColors = { Succeeded: 'green', Refused: 'orange', Failed: 'red' } as const

type ListProps = { records: readonly AuditRecord[]; onOpen: (record: AuditRecord) => void }

/** Who did what, to which order or customer, and how it ended; each opens with all details. */
export function AuditList({ records, onOpen }: ListProps) {
  const t = useTranslations('audit')
  return (
    <WorkTable label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('when')}</Table.Th>
          <Table.Th>{t('act')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('actor')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('subject')}</Table.Th>
          <Table.Th>{t('outcome')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <AuditRow key={record.id} record={record} onOpen={() => onOpen(record)} />
        ))}
      </Table.Tbody>
    </WorkTable>
  )
}

function AuditRow({ record, onOpen }: { record: AuditRecord; onOpen: () => void }) {
  const t = useTranslations('audit')
  const format = useFormat()
  const { time, act, actor, outcome } = record
  const what = t(`acts.${act}`)
  return (
    <Table.Tr>
      <Table.Td className="figures">{format.time(time)}</Table.Td>
      <Table.Td>
        <UnstyledButton
          className="order-link"
          fz="sm"
          onClick={onOpen}
          aria-label={t('openOf', { what, actor: actor ?? t('nobody'), time: format.time(time) })}
        >
          {what}
        </UnstyledButton>
        <Box hiddenFrom="sm">
          <Text size="xs" className="note-text">
            {actor ?? t('nobody')}
          </Text>
          <AuditSubject record={record} />
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="note-text">
        {actor ?? t('nobody')}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <AuditSubject record={record} />
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={outcomeColors[outcome]} tt="none">
          {t(`outcomes.${outcome}`)}
        </Badge>
      </Table.Td>
    </Table.Tr>
  )
}

/** The order that something was done to, else the name of what it was about. */
export function AuditSubject({ record: { orderId, customerKey, details } }: { record: AuditRecord }) {
  if (orderId !== null)
    return (
      <TextLink to="/orders/$orderId" params={{ orderId }} className="note-text">
        {orderId}
      </TextLink>
    )
  return (
    <Text size="sm" span className="note-text">
      {customerKey ?? details.name ?? details.userName ?? '–'}
    </Text>
  )
}
