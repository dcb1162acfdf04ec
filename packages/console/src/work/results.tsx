import { Badge, Group, SegmentedControl, Stack, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslations } from 'use-intl'

/** What became of one item: of a run of a job, or of an order of a bulk action. */
export type Result = {
  id: string
  orderId: string | null
  /** What people call the order. */
  order: string
  outcome: string
  color: string
  reason: string | null
}

type ResultsProps<Choice extends string> = {
  texts: 'work.job' | 'bulk.results'
  results: readonly Result[]
  /** The outcomes that the list can be narrowed to; empty: there is nothing to choose. */
  choices: readonly { value: Choice; label: string }[]
  chosen: Choice | null
  onChoose: (choice: Choice | null) => void
  /** Whether orders open beside the page, which must not be left. */
  isInNewTab?: boolean
}

/** What became of many items, each with its reason, all of them or those with one outcome. */
export function Results<Choice extends string>(props: ResultsProps<Choice>) {
  const { texts, results, choices, chosen, onChoose, isInNewTab = false } = props
  const t = useTranslations(texts)
  return (
    <Stack gap="xs">
      {choices.length === 0 ? null : (
        <Group>
          <SegmentedControl
            size="xs"
            aria-label={t('show')}
            value={chosen ?? 'all'}
            onChange={(value) => onChoose(choices.find((choice) => choice.value === value)?.value ?? null)}
            data={[{ value: 'all', label: t('all') }, ...choices]}
          />
        </Group>
      )}
      {results.length === 0 ? null : (
        <Table.ScrollContainer
          minWidth={420}
          mah={320}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('results') } }}
        >
          <Table aria-label={t('results')} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('order')}</Table.Th>
                <Table.Th>{t('outcome')}</Table.Th>
                <Table.Th>{t('reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {results.map((result) => (
                <ResultRow key={result.id} {...result} isInNewTab={isInNewTab} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}

/** Drawn again only when something has become of it: there may be a thousand. */
const ResultRow = memo(function ResultRow({ orderId, order, outcome, color, reason, isInNewTab }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        {orderId === null ? (
          order
        ) : (
          <Link className="order-link" to="/orders/$orderId" params={{ orderId }} {...(isInNewTab ? { target: '_blank' } : {})}>
            {order}
          </Link>
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={color} tt="none">
          {outcome}
        </Badge>
      </Table.Td>
      <Table.Td className="note-text">{reason ?? '–'}</Table.Td>
    </Table.Tr>
  )
})

type RowProps = Result & { isInNewTab: boolean }
