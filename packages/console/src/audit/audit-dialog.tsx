import { Stack } from '@mantine/core'
import type { AuditRecord } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { AuditSubject } from './audit-list.tsx'

/** All that is known of one record. */
export function AuditDetails({ record }: { record: AuditRecord }) {
  const t = useTranslations('audit')
  const format = useFormat()
  const { actorKind, details } = record
  const facts = [
    [t('when'), format.time(record.time)],
    [t('act'), t(`acts.${record.act}`)],
    [t('outcome'), t(`outcomes.${record.outcome}`)],
    [t('actor'), record.actor],
    [t('facts.actorKind'), actorKind === null ? null : t(`kinds.${actorKind}`)],
    [t('facts.clientId'), record.clientId],
    [t('facts.session'), record.session],
    [t('facts.address'), record.address],
    [t('facts.service'), record.service],
    [t('facts.operation'), record.operation],
    [t('facts.trace'), record.traceId],
    [t('facts.sequence'), format.count(record.sequence)],
    [t('facts.hash'), record.hash],
  ] as const
  return (
    <Stack gap="sm">
      <dl className="facts">
        {facts.flatMap(([name, value]) =>
          value === null ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
        )}
        <dt>{t('subject')}</dt>
        <dd>
          <AuditSubject record={record} />
        </dd>
        {/* Their names are those of the records, which other systems get too. */}
        {Object.entries(details).flatMap(([name, value]) => [
          <dt key={name} lang="en">
            {name}
          </dt>,
          <dd key={`${name} value`}>{value}</dd>,
        ])}
      </dl>
    </Stack>
  )
}
