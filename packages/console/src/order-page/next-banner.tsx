import { Button, Group, Loader, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import type { Order, OrderExplanation } from '@open-oms/client/types'
import { IconCheck, IconClock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { whyQuery } from '../order/order-queries.ts'
import { useWhyText } from '../order/use-why-text.ts'
import { ErrorState } from '../shell/states.tsx'
import { NextStepButton } from './next-step-button.tsx'
import { useNextStep } from './use-next-step.ts'

type Reason = OrderExplanation['reasons'][number]

const icons = { Person: IconUser, Time: IconClock, Nothing: IconCheck } as const
const colours = { Person: 'orange', Time: 'blue', Nothing: 'green' } as const

/** What the order is waiting for, in one line with the button that leads on; the rest on demand. */
export function NextBanner({ order }: { order: Order }) {
  const t = useTranslations('order.why')
  return (
    <Paper component="section" withBorder px="md" py={8} aria-label={t('title')} className="next-banner">
      <Banner order={order} />
    </Paper>
  )
}

function Banner({ order }: { order: Order }) {
  const t = useTranslations('order.why')
  const states = useTranslations('states')
  const detailsId = useId()
  const [isOpen, setOpen] = useState(false)
  const { error, isPending, failureCount, refetch } = useQuery(whyQuery(order.id))
  const whyText = useWhyText()
  const { reasons, step, primary } = useNextStep(order)
  // The rest of the page waits for the first response, and not for further tries.
  if (isPending || whyText.isLoading)
    return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized={failureCount === 0 || undefined} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const [first] = reasons
  if (first === undefined) return <Text size="sm">{t('none')}</Text>
  return (
    <>
      <div className="next-line">
        <WaitIcon waitsFor={first.waitsFor} />
        <Text size="sm" fw={500} className="next-text">
          {whyText.reason(first)}
        </Text>
        <Group gap="xs" wrap="nowrap" className="next-buttons">
          {step === null ? null : <NextStepButton order={order} step={step} variant={primary === null ? 'filled' : 'default'} />}
          <Button size="xs" variant="subtle" aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'less' : 'details')}
          </Button>
        </Group>
      </div>
      <div id={detailsId}>{isOpen ? <Reasons order={order} reasons={reasons} /> : null}</div>
    </>
  )
}

function WaitIcon({ waitsFor }: Pick<Reason, 'waitsFor'>) {
  const Icon = icons[waitsFor]
  return (
    <ThemeIcon variant="light" color={colours[waitsFor]} size="sm">
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  )
}

/** All reasons with since when they hold, what happens automatically, and what can be done. */
function Reasons({ order, reasons }: { order: Order; reasons: readonly Reason[] }) {
  const t = useTranslations('order.why')
  const format = useFormat()
  const whyText = useWhyText()
  const { stepsOf } = useNextStep(order)
  return (
    <Stack gap="sm" pt="sm">
      {reasons.map((reason) => {
        const { code, about, waitsFor, since, next } = reason
        return (
          <Group key={`${code} ${about.kind} ${about.id} ${since}`} align="flex-start" wrap="nowrap" gap="sm">
            <WaitIcon waitsFor={waitsFor} />
            <Stack gap={4}>
              <Text size="sm" className="note-text">
                {whyText.reason(reason)}
              </Text>
              {next === null ? null : <Text size="sm">{whyText.next(next)}</Text>}
              {since === null ? null : (
                <Text size="xs" c="dimmed">
                  {t('since', { time: format.time(since) })}
                </Text>
              )}
              <Group gap="xs">
                {stepsOf(reason).map((step) => (
                  <NextStepButton key={JSON.stringify(step)} order={order} step={step} variant="default" />
                ))}
              </Group>
            </Stack>
          </Group>
        )
      })}
    </Stack>
  )
}
