import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fileName, saveFile } from '../display/save-file.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import type { BulkFormProps, BulkTarget } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { searchOfView } from './found-search.ts'
import type { Attempt } from './run-rows.ts'
import { useBulkRun } from './use-bulk-run.ts'

/** One file of all orders. */
const joint = { pickList: '/api/Shipments/PickList', packingSlips: '/api/Shipments/PackingSlips' } as const
/** One file of each order. */
const single = ['order-confirmation', 'invoice', 'receipt', 'delivery-note'] as const
/** So many orders are in one file. */
const JOINT_MAX = 200

type Joint = keyof typeof joint
type Single = (typeof single)[number]

/** Makes documents of many orders, and gives them to the person as files. */
export function PrintForm(target: BulkFormProps) {
  const t = useTranslations('bulk.print')
  const run = useBulkRun(target.orders, 2)
  const [chosen, setChosen] = useState<Joint | Single>('pickList')
  const printing = useMutation({
    mutationFn: (document: Joint) => printJoint(document, target, t(`documents.${document}`)),
  })
  useKeepOpen(printing.isPending)
  if (run.isBegun) return <BulkProgress run={run} />
  const offered = target.orders.length === 0 ? typedKeys(joint) : [...typedKeys(joint), ...single]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isJoint(chosen)) printing.mutate(chosen)
    else run.start(printSingle(chosen))
  }
  const isTooMany = isJoint(chosen) && target.count > JOINT_MAX
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('document')}
        value={chosen}
        data-autofocus
        disabled={printing.isPending}
        onChange={({ currentTarget }) => {
          printing.reset()
          setChosen(offered.find((one) => one === currentTarget.value) ?? 'pickList')
        }}
        data={offered.map((value) => ({ value, label: t(`documents.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(isJoint(chosen) ? 'explainJoint' : 'explainSingle')} {isTooMany ? t('first', { count: JOINT_MAX }) : ''}
      </Text>
      {printing.isError ? <ErrorState error={printing.error} /> : null}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {printing.isSuccess ? t('done') : ''}
        </Text>
        <Button type="submit" loading={printing.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

async function printJoint(document: Joint, { orders, view }: BulkTarget, name: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000)
  const shipments = orders.slice(0, JOINT_MAX).map(({ id }) => ({ orderId: id }))
  const body = shipments.length > 0 ? { shipments } : { search: await searchOfView(view, signal), take: JOINT_MAX }
  const response = await gateway.open({ method: 'POST', path: joint[document], body, signal })
  saveFile(await response.blob(), `${fileName(name)}.pdf`)
}

const printSingle =
  (templateFile: Single): Attempt =>
  async ({ id, orderNumber }) => {
    const call = { method: 'GET', path: '/api/Orders/GetAsPdf/{orderId}', params: { orderId: id }, query: { templateFile } }
    const response = await gateway.open(call)
    saveFile(await response.blob(), `${templateFile}-${fileName(orderNumber ?? id)}.pdf`)
    return { state: 'done' }
  }

function isJoint(document: Joint | Single): document is Joint {
  return document in joint
}

function typedKeys<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}
