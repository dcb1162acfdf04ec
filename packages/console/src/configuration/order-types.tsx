import { Button, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { RunningConfiguration } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import {
  allowedMoves,
  configuredOrderTypes,
  type Files,
  hasMoves,
  type OrderType,
  orderTypeGraph,
  type Status,
  sortedStatuses,
} from './config-view.ts'
import { namesQuery } from './names-query.ts'
import { StatusDetails } from './status-details.tsx'

// The library is large, and the list beside it has the same content.
const FlowGraph = lazy(async () => ({ default: (await import('../display/flow-graph.tsx')).FlowGraph }))

export type OrderTypesProps = { files: Files; steps: RunningConfiguration['steps'] }

/** An order type as a picture and as a list, and one of its statuses with its steps. */
export function OrderTypes({ files, steps }: OrderTypesProps) {
  const t = useTranslations('configuration.types')
  const view = useSearch({ from: '/configuration' })
  const navigate = useNavigate({ from: '/configuration' })
  const types = configuredOrderTypes(files)
  const type = types.find(({ name }) => name === view.type) ?? types[0]
  if (type === undefined) return null
  const status = type.orderStatuses.find(({ name }) => name === view.status)
  const show = (search: { type: string; status?: string }) => void navigate({ search, replace: true, resetScroll: false })
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('type')}
        maw={320}
        value={type.name}
        onChange={({ currentTarget }) => show({ type: currentTarget.value })}
        data={types.map(({ name }) => name)}
      />
      <TypeFacts type={type} />
      <div className="config-type">
        <TypeGraph type={type} chosen={status?.name ?? null} onChoose={(name) => show({ type: type.name, status: name })} />
        <StatusList type={type} chosen={status?.name ?? null} onChoose={(name) => show({ type: type.name, status: name })} />
      </div>
      {status === undefined ? (
        <Text size="sm" c="dimmed">
          {t('choose')}
        </Text>
      ) : (
        <StatusDetails status={status} explained={steps} />
      )}
    </Stack>
  )
}

function TypeFacts({ type }: { type: OrderType }) {
  const t = useTranslations('configuration.types')
  return (
    <Stack gap={2}>
      <Text size="sm">{t('numbers', { sequence: type.orderNumberType })}</Text>
      {type.defaultOrderType ? <Text size="sm">{t('isDefault')}</Text> : null}
      {type.disableWorkflow ? <Text size="sm">{t('noWorkflow')}</Text> : null}
      <Text size="sm">{t(hasMoves(type) ? 'moves' : 'noMoves')}</Text>
    </Stack>
  )
}

type ChoiceProps = { type: OrderType; chosen: string | null; onChoose: (status: string) => void }

function TypeGraph({ type, chosen, onChoose }: ChoiceProps) {
  const t = useTranslations('configuration.types')
  const names = useQuery(namesQuery)
  const closed = names.data?.orderTypes.find(({ name }) => name === type.name)?.statuses
  const graph = useMemo(() => {
    const formatDetail = ({ workflowSteps }: Status) =>
      workflowSteps?.length ? t('steps', { count: workflowSteps.length }) : null
    return orderTypeGraph(type, { closed: new Set(closed?.flatMap(({ name, isOpen }) => (isOpen ? [] : [name]))), formatDetail })
  }, [type, closed, t])
  if (names.isPending) return <Skeleton height={GRAPH_HEIGHT} />
  return (
    <Suspense fallback={<Skeleton height={GRAPH_HEIGHT} />}>
      <FlowGraph label={t('graph', { type: type.name })} height={GRAPH_HEIGHT} {...{ ...graph, chosen, onChoose }} />
    </Suspense>
  )
}

const GRAPH_HEIGHT = 560

/** The same as the picture has, in words. */
function StatusList({ type, chosen, onChoose }: ChoiceProps) {
  const t = useTranslations('configuration.types')
  const labels = new Map(type.orderStatuses.map(({ name, displayName }) => [name, displayName ?? name]))
  const movesText = (status: Status) => {
    const moves = allowedMoves(status)
    if (moves === null) return t('toAny')
    return moves.length === 0 ? t('toNone') : t('to', { statuses: moves.map((name) => labels.get(name) ?? name).join(', ') })
  }
  return (
    <section aria-labelledby="config-statuses">
      <Title order={2} size="h4" id="config-statuses" mb="xs">
        {t('statuses')}
      </Title>
      <ol className="config-statuses">
        {sortedStatuses(type).map((status) => (
          <li key={status.name}>
            <Button
              size="compact-sm"
              variant={status.name === chosen ? 'light' : 'subtle'}
              aria-pressed={status.name === chosen}
              onClick={() => onChoose(status.name)}
            >
              {labels.get(status.name)}
            </Button>
            <Text size="xs" c="dimmed" pl="xs">
              {movesText(status)} {t('steps', { count: status.workflowSteps?.length ?? 0 })}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}
