import { Button, Code, CopyButton, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../preferences/area-texts.tsx'
import { useMay } from '../../session/use-session.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { subscriptionsEn } from '../../texts/en/subscriptions.ts'
import { subscriptionsNb } from '../../texts/nb/subscriptions.ts'
import { configurationQuery } from '../config-queries.ts'
import { ConfigTable } from '../config-table.tsx'
import type { Opened } from './opened.ts'
import { DeleteSubscription, SubscriptionForm } from './subscription-form.tsx'
import { subscriptionsQuery } from './subscription-queries.ts'
import { SubscriptionRow } from './subscription-row.tsx'

const texts = { en: { subscriptions: subscriptionsEn }, nb: { subscriptions: subscriptionsNb } } as const

/** Who is notified of events, with what can be done about it, and the extensions. */
export function Subscriptions() {
  return (
    <AreaTexts texts={texts}>
      <Stack gap="lg">
        <SubscriptionList />
        <ExtensionTable />
      </Stack>
    </AreaTexts>
  )
}

function SubscriptionList() {
  const t = useTranslations('subscriptions')
  const mayChange = useMay()('changeConfiguration')
  const { data, error, refetch } = useQuery(subscriptionsQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <section aria-labelledby="config-subscriptions">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="config-subscriptions">
          {t('title')}
        </Title>
        {mayChange ? (
          <Button size="xs" onClick={() => setOpened({ act: 'add' })}>
            {t('add')}
          </Button>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t('explain')}
      </Text>
      {error !== null && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {error === null && data === undefined ? <Loader role="status" aria-label={t('loading')} /> : null}
      {data?.result.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {data === undefined || data.result.length === 0 ? null : (
        <ConfigTable label={t('title')} columns={[t('name'), t('address'), t('events'), t('state'), t('actions')]} minWidth={760}>
          {data.result.map((subscription) => (
            <SubscriptionRow key={subscription.id} {...{ subscription, mayChange, onOpen: setOpened }} />
          ))}
        </ConfigTable>
      )}
      <SubscriptionDialog opened={opened} eventTypes={data?.eventTypes ?? []} onOpen={setOpened} />
    </section>
  )
}

type DialogProps = { opened: Opened | null; eventTypes: readonly string[]; onOpen: (next: Opened | null) => void }

function SubscriptionDialog({ opened, eventTypes, onOpen }: DialogProps) {
  const t = useTranslations('subscriptions')
  const close = () => onOpen(null)
  return (
    <BusyDialog
      opened={opened !== null}
      onClose={close}
      title={opened === null ? '' : dialogTitle(opened, t)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened?.act === 'add' || opened?.act === 'change' ? (
        <SubscriptionForm
          subscription={opened.act === 'add' ? null : opened.subscription}
          eventTypes={eventTypes}
          onDone={(created) => onOpen(created === null ? null : { act: 'secret', subscription: created })}
        />
      ) : null}
      {opened?.act === 'delete' ? <DeleteSubscription subscription={opened.subscription} onDone={close} /> : null}
      {opened?.act === 'secret' ? <ShownSecret secret={opened.subscription.secret} /> : null}
    </BusyDialog>
  )
}

function dialogTitle(opened: Opened, t: ReturnType<typeof useTranslations<'subscriptions'>>): string {
  if (opened.act === 'add') return t('add')
  const { name } = opened.subscription
  return opened.act === 'change' ? t('changeOf', { name }) : t(`${opened.act}.title`, { name })
}

/** A new secret, which is shown once. */
function ShownSecret({ secret }: { secret: string }) {
  const t = useTranslations('subscriptions.secret')
  return (
    <Stack gap="sm">
      <Text size="sm">{t('once')}</Text>
      <Code block>{secret}</Code>
      <Group>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}

/** The extensions that are loaded, with what each adds. */
function ExtensionTable() {
  const t = useTranslations('subscriptions')
  const extensions = useQuery(configurationQuery).data?.extensions ?? []
  const listed = (names: readonly string[]) => (names.length === 0 ? '–' : names.join(', '))
  return (
    <section aria-labelledby="config-extensions">
      <Title order={2} size="h4" id="config-extensions" mb="xs">
        {t('extensions.title')}
      </Title>
      {extensions.length === 0 ? (
        <Text size="sm">{t('extensions.none')}</Text>
      ) : (
        <ConfigTable
          label={t('extensions.title')}
          columns={[
            t('name'),
            t('extensions.steps'),
            t('extensions.connectors'),
            t('extensions.fields'),
            t('extensions.reports'),
            t('events'),
            t('extensions.version'),
          ]}
          minWidth={820}
        >
          {extensions.map(({ name, module, steps, connectors, fields, reports, events, interfaceVersion }) => (
            <Table.Tr key={module}>
              <Table.Td className="note-text">
                {name}
                <Text size="xs" c="dimmed">
                  {module}
                </Text>
              </Table.Td>
              <Table.Td className="note-text">{listed(steps)}</Table.Td>
              <Table.Td className="note-text">{listed(connectors.map(({ name, kind }) => `${name} (${kind})`))}</Table.Td>
              <Table.Td className="note-text">{listed(fields)}</Table.Td>
              <Table.Td className="note-text">{listed(reports)}</Table.Td>
              <Table.Td className="note-text">{listed(events)}</Table.Td>
              <Table.Td>{interfaceVersion}</Table.Td>
            </Table.Tr>
          ))}
        </ConfigTable>
      )}
    </section>
  )
}
