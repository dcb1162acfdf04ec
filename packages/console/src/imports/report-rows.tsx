import { Badge, NativeSelect, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { ImportKind } from './import-kinds.ts'
import { type Outcome, outcomes, type RowResult } from './sending/row-results.ts'
import { outcomeColors, useResultTexts } from './use-result-texts.ts'

type ReportProps = {
  results: readonly RowResult[]
  kind: ImportKind
  /** Rows are known by their number in the list of the file, not by their line. */
  isList: boolean
}

/**
 * What became of each row, of which only those in sight are drawn: all of them, or those with one
 * outcome.
 */
export function ReportRows({ results, kind, isList }: ReportProps) {
  const t = useTranslations('imports')
  const format = useFormat()
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const present = outcomes.filter((outcome) => results.some((result) => result.outcome === outcome))
  const shown = chosen === null ? results : results.filter(({ outcome }) => outcome === chosen)
  const countOutcome = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  return (
    <Stack gap="xs">
      {present.length < 2 ? null : (
        <NativeSelect
          size="xs"
          maw={280}
          label={t('report.show')}
          value={chosen ?? 'all'}
          onChange={({ currentTarget }) => setChosen(present.find((outcome) => outcome === currentTarget.value) ?? null)}
          data={[
            { value: 'all', label: t('report.all') },
            ...present.map((value) => ({ value, label: `${t(`outcomes.${value}`)}: ${format.count(countOutcome(value))}` })),
          ]}
        />
      )}
      <Rows key={chosen} results={shown} {...{ kind, isList }} />
    </Stack>
  )
}

function Rows({ results, kind, isList }: ReportProps) {
  const t = useTranslations('imports.report')
  const frame = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // What is above may wrap: where the rows begin is known after they are drawn.
  useEffect(() => setOffset(frame.current === null ? 0 : frame.current.getBoundingClientRect().top + globalThis.scrollY))
  const virtual = useWindowVirtualizer({
    count: results.length,
    estimateSize: () => 40,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => results[index]?.line ?? index,
  })
  return (
    <div role="table" aria-label={t('title')} aria-rowcount={results.length + 1}>
      <div role="rowgroup" className="order-header import-header">
        <div role="row" className="import-row" aria-rowindex={1}>
          <div role="columnheader">{t(isList ? 'item' : 'line')}</div>
          <div role="columnheader">{t('key')}</div>
          <div role="columnheader">{t('outcome')}</div>
          <div role="columnheader">{t('reason')}</div>
        </div>
      </div>
      <div role="rowgroup" ref={frame} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const result = results[index]
          if (result === undefined) return null
          return (
            <div
              key={key}
              role="row"
              className="order-row"
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              <ResultCells result={result} kind={kind} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const ResultCells = memo(function ResultCells({ result, kind }: { result: RowResult; kind: ImportKind }) {
  const texts = useResultTexts()
  const { line, key, outcome } = result
  const reason = texts.reason(result)
  const isThere = outcome !== 'refused' && outcome !== 'unreadable'
  return (
    <div role="presentation" className="import-row">
      <div role="cell" className="figures">
        {line}
      </div>
      <div role="cell" className="note-text">
        {isThere && key !== null ? <ItemLink kind={kind} id={key} /> : (key ?? '–')}
      </div>
      <div role="cell">
        <Badge variant="dot" color={outcomeColors[outcome]} tt="none">
          {texts.outcome(result)}
        </Badge>
      </div>
      <div role="cell" className="note-text" data-empty={reason === ''}>
        {reason === '' ? '–' : reason}
      </div>
    </div>
  )
})

/** What was imported, leading to its page where it has one. */
function ItemLink({ kind, id }: { kind: ImportKind; id: string }) {
  switch (kind) {
    case 'orders':
      return (
        <Link className="order-link" to="/orders/$orderId" params={{ orderId: id }}>
          {id}
        </Link>
      )
    case 'products':
      return (
        <Link className="order-link" to="/catalogue/products/$productId" params={{ productId: id }}>
          {id}
        </Link>
      )
    case 'customers':
      return (
        <Link className="order-link" to="/catalogue/business-customers/$id" params={{ id }}>
          {id}
        </Link>
      )
    case 'stock':
      return id
  }
}
