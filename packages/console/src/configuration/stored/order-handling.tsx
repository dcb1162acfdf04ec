import { Loader, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ConfigurationDocument } from '@open-oms/client/types'
import { type TagColor, tagColors } from '@open-oms/contracts/config/tag-colors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { TagChip } from '../tag-chips.tsx'
import { CurrencyInput } from './currency-input.tsx'
import { DocumentHistory } from './document-history.tsx'
import { FormFoot } from './document-outcome.tsx'
import { documentQuery, sendDocument } from './document-queries.ts'
import { type Keyed, keyed } from './keyed.ts'
import { Rows } from './rows.tsx'
import { useDocumentForm } from './use-document-form.ts'

const newTag: Tag = { name: '', color: 'blue' }
const FILE = 'order-handling.json'

/** Reasons of holds, tags, when an order is late, and which refunds a second person approves. */
export function OrderHandling() {
  const t = useTranslations('stored.handling')
  const { data, error, refetch } = useQuery(documentQuery(FILE))
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('loading')} />
  return (
    <Stack component="section" gap="sm" aria-labelledby="config-handling">
      <Title order={2} size="h4" id="config-handling">
        {t('title')}
      </Title>
      <DocumentHistory document={data} />
      <HandlingForm key={data.version} document={data} />
    </Stack>
  )
}

function HandlingForm({ document }: { document: ConfigurationDocument }) {
  const t = useTranslations('stored.handling')
  const [handling, setHandling] = useState<Handling>(() => readHandling(document.text))
  const { submit, changed, foot } = useDocumentForm((write) => sendDocument(document, { ...write, text: handlingText(handling) }))
  const set = (change: Partial<Handling>) => {
    changed()
    setHandling({ ...handling, ...change })
  }
  return (
    <Stack component="form" onSubmit={submit} maw={760}>
      <NumberField
        label={t('lateAfterDays')}
        description={t('lateAfterDaysHelp')}
        required
        min={0}
        max={365}
        allowDecimal={false}
        maw={280}
        value={handling.lateAfterDays}
        onChange={(lateAfterDays) => set({ lateAfterDays })}
      />
      <Rows
        title={t('approvals')}
        help={t('approvalsHelp')}
        addLabel={t('addApproval')}
        rows={handling.refundApprovalAbove}
        onChange={(refundApprovalAbove) => set({ refundApprovalAbove })}
        empty={{ currency: '', amount: null }}
      >
        {(limit, change) => (
          <>
            <CurrencyInput value={limit.currency} onChange={(currency) => change({ currency })} />
            <NumberField
              label={t('approvalAmount')}
              required
              w={180}
              min={0}
              max={1_000_000_000}
              value={limit.amount}
              onChange={(amount) => change({ amount })}
            />
          </>
        )}
      </Rows>
      <Rows
        title={t('reasons')}
        help={t('reasonsHelp')}
        addLabel={t('addReason')}
        rows={handling.holdReasons}
        onChange={(holdReasons) => set({ holdReasons })}
        empty={{ code: '', en: '', nb: '' }}
      >
        {(reason, change) => <ReasonFields reason={reason} onChange={change} />}
      </Rows>
      <Rows
        title={t('tags')}
        help={t('tagsHelp')}
        addLabel={t('addTag')}
        rows={handling.tags}
        onChange={(tags) => set({ tags })}
        empty={newTag}
      >
        {(tag, change) => <TagFields tag={tag} onChange={change} />}
      </Rows>
      <FormFoot {...foot} submitLabel={t('submit')} />
    </Stack>
  )
}

function ReasonFields({ reason, onChange }: { reason: HoldReason; onChange: (change: Partial<HoldReason>) => void }) {
  const t = useTranslations('stored.handling')
  return (
    <>
      <TextInput
        label={t('code')}
        required
        maxLength={64}
        pattern="[A-Za-z0-9._\-]{1,64}"
        title={t('codeHelp')}
        value={reason.code}
        onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
      />
      <TextInput
        label={t('english')}
        required
        maxLength={100}
        value={reason.en}
        onChange={({ currentTarget }) => onChange({ en: currentTarget.value })}
      />
      <TextInput
        label={t('norwegian')}
        maxLength={100}
        value={reason.nb}
        onChange={({ currentTarget }) => onChange({ nb: currentTarget.value })}
      />
    </>
  )
}

function TagFields({ tag, onChange }: { tag: Tag; onChange: (change: Partial<Tag>) => void }) {
  const t = useTranslations('stored.handling')
  return (
    <>
      <TextInput
        label={t('tag')}
        required
        maxLength={100}
        value={tag.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t('color')}
        data={tagColors.map((color) => ({ value: color, label: t(`colors.${color}`) }))}
        value={tag.color}
        onChange={({ currentTarget }) => onChange({ color: currentTarget.value as TagColor })}
      />
      <Text component="div" pb={6}>
        {tag.name === '' ? null : <TagChip name={tag.name} color={tag.color} />}
      </Text>
    </>
  )
}

type HoldReason = { code: string; en: string; nb: string }
type ApprovalLimit = { currency: string; amount: number | null }
type Tag = { name: string; color: TagColor }

/** What the form has; null is a number that is not one yet. */
type Handling = {
  lateAfterDays: number | null
  refundApprovalAbove: Keyed<ApprovalLimit>[]
  holdReasons: Keyed<HoldReason>[]
  tags: Keyed<Tag>[]
}

/** What the form begins with, from the text of the document; null: there is no document. */
function readHandling(text: string | null): Handling {
  const { lateAfterDays = 2, refundApprovalAbove = [], holdReasons = [], tags = [] } = text === null ? {} : JSON.parse(text)
  return {
    lateAfterDays,
    refundApprovalAbove: refundApprovalAbove.map(({ currency, amount }: ApprovalLimit) => keyed({ currency, amount })),
    holdReasons: holdReasons.map(({ code, en, nb }: HoldReason) => keyed({ code, en, nb: nb ?? '' })),
    tags: tags.map(({ name, color }: Tag) => keyed({ name, color })),
  }
}

/** The text of the document that the form makes. */
function handlingText({ lateAfterDays, refundApprovalAbove, holdReasons, tags }: Handling): string {
  return JSON.stringify(
    {
      lateAfterDays,
      refundApprovalAbove: refundApprovalAbove.map(({ currency, amount }) => ({ currency, amount })),
      holdReasons: holdReasons.map(({ code, en, nb }) => ({ code: code.trim(), en: en.trim(), nb: nb.trim() || null })),
      tags: tags.map(({ name, color }) => ({ name: name.trim(), color })),
    },
    null,
    2,
  )
}
