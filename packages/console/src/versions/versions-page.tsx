import { Loader, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useTitle } from '../display/use-title.ts'
import { OrderPostingsLink } from '../order/order-postings-link.tsx'
import { orderQuery } from '../order/order-queries.ts'
import { OrderTexts } from '../order/order-texts.tsx'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { versionsEn } from '../texts/en/versions.ts'
import { versionsNb } from '../texts/nb/versions.ts'
import { diffVersions } from './difference.ts'
import { DifferenceView } from './difference-view.tsx'
import { Meanwhile } from './meanwhile.tsx'
import { VersionFields } from './version-fields.tsx'
import { previousVersionQuery, versionQuery, versionsQuery } from './versions-queries.ts'
import type { VersionsView } from './versions-view.ts'
import './versions.css'

const texts = { en: { versions: versionsEn }, nb: { versions: versionsNb } } as const

/**
 * Two versions of an order, what differs between them, and what happened meanwhile. The address of
 * the page says which two.
 */
export function VersionsPage() {
  return (
    <OrderTexts>
      <AreaTexts texts={texts}>
        <Versions />
      </AreaTexts>
    </OrderTexts>
  )
}

function Versions() {
  const t = useTranslations('versions')
  const { orderId } = useParams({ from: '/orders/$orderId/versions' })
  const view = useSearch({ from: '/orders/$orderId/versions' })
  const navigate = useNavigate({ from: '/orders/$orderId/versions' })
  const list = useInfiniteQuery(versionsQuery(orderId))
  // Only for its number: versions of an order can be compared when the order itself cannot be read
  // for a moment.
  const number = useQuery(orderQuery(orderId)).data?.orderNumber ?? orderId
  const to = view.to ?? list.data?.pages[0]?.[0]?.versionId
  const previous = useQuery({ ...previousVersionQuery(orderId, to ?? ''), enabled: to !== undefined && view.from === undefined })
  const from = view.from ?? previous.data
  const error = list.error ?? previous.error
  const show = (search: VersionsView) => void navigate({ search, replace: true })
  useTitle(t('title', { order: number }))
  return (
    <Stack p="md" gap="md">
      <Stack gap={4} component="header">
        <TextLink to="/orders/$orderId" params={{ orderId }}>
          ← {t('back', { order: number })}
        </TextLink>
        <Title order={1} size="h3" className="note-text">
          {t('title', { order: number })}
        </Title>
      </Stack>
      {error === null ? null : (
        <ErrorState error={error} onRetry={() => void Promise.all([list.refetch(), previous.refetch()])} />
      )}
      {error === null && (to === undefined || from === undefined) ? <Loader role="status" aria-label={t('loading')} /> : null}
      {to === undefined || from === undefined ? null : (
        <>
          <VersionFields list={list} from={from} to={to} onChange={show} />
          {from === null ? <Text size="sm">{t('first')}</Text> : <Compared orderId={orderId} from={from} to={to} />}
        </>
      )}
    </Stack>
  )
}

function Compared({ orderId, from, to }: { orderId: string; from: string; to: string }) {
  const currencyOf = useOrderCurrency()
  const t = useTranslations('versions')
  const before = useQuery(versionQuery(orderId, from))
  const after = useQuery(versionQuery(orderId, to))
  const parts = useMemo(
    () => (before.data === undefined || after.data === undefined ? [] : diffVersions(before.data.value, after.data.value)),
    [before.data, after.data],
  )
  const error = before.error ?? after.error
  if (error !== null) {
    const isGone = isApiError(error, 'NotFound')
    return (
      <ErrorState error={error} {...(isGone ? {} : { onRetry: () => void Promise.all([before.refetch(), after.refetch()]) })} />
    )
  }
  if (before.data === undefined || after.data === undefined) return <Loader role="status" aria-label={t('loading')} />
  return (
    <div className="order-columns">
      <Stack component="section" gap="sm" aria-label={t('difference')}>
        <Title order={2} size="h5">
          {t('difference')}
        </Title>
        <DifferenceView
          key={`${from} ${to}`}
          parts={parts}
          order={{ currency: currencyOf(after.data.value), orderType: after.data.value.orderType }}
        />
      </Stack>
      <Stack component="section" gap="sm" aria-label={t('followed')}>
        <Title order={2} size="h5">
          {t('followed')}
        </Title>
        <Meanwhile orderId={orderId} one={before.data} other={after.data} />
        <OrderPostingsLink orderId={orderId} />
      </Stack>
    </div>
  )
}
