import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core'
import type { ShipmentToPick } from '@open-oms/client/types'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AssetPicture } from '../catalogue/assets/asset-picture.tsx'
import { useFormat } from '../display/use-format.ts'
import { type LineProduct, lineTitle } from '../order/line-items.ts'
import { pictureUrl } from '../order/lines-table.tsx'
import { countLine, type PickTask, pickedOf, shortLine, shortReasons } from './picking/pick-task.ts'

type LineProps = { line: ShipmentToPick['lines'][number]; task: PickTask; onChange: (task: PickTask) => void }

const PICTURE = 64

/** What a line to pick is called, with its variant. */
export function lineToPickTitle({ name, skuId, lineItemId }: LineProps['line'], product: LineProduct | undefined): string {
  return lineTitle({ displayName: name, code: skuId, lineItemId }, product)
}

/** A line to pick: where it is, what it is, and how many of it are picked. */
export function PickLine({ line, product, task, onChange }: LineProps & { product: LineProduct | undefined }) {
  const t = useTranslations('warehouse')
  const format = useFormat()
  const picked = pickedOf(task, line)
  const reason = task.shorts[line.lineItemId]
  const state = picked >= line.quantity ? 'done' : reason === undefined ? 'open' : 'short'
  const { name, quantity } = line
  const title = lineToPickTitle(line, product)
  const picture = pictureUrl(line, product)
  return (
    <section className="pick-row" aria-label={name} data-state={state}>
      <Group wrap="nowrap" align="flex-start">
        {picture === null ? null : <AssetPicture url={picture} size={160} alt="" height={PICTURE} width={PICTURE} />}
        <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <div className="pick-shelf">{line.location || t('noShelf')}</div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {[line.skuId, line.size, line.color].filter(Boolean).join(' · ')}
          </Text>
          {line.packageName === null ? null : <Text size="sm">{t('order.partOf', { name: line.packageName })}</Text>}
          {line.comment === null ? null : <Text size="sm">{line.comment}</Text>}
        </div>
      </Group>
      <Group justify="space-between" wrap="nowrap" mt="xs">
        <ActionIcon
          size={48}
          variant="default"
          aria-label={t('order.less', { name })}
          disabled={picked === 0}
          onClick={() => onChange(countLine(task, line, picked - 1))}
        >
          <IconMinus aria-hidden />
        </ActionIcon>
        <Text
          className="pick-count"
          ta="center"
          role="status"
          aria-label={t('counted', { picked: format.quantity(picked), quantity: format.quantity(quantity) })}
        >
          {format.quantity(picked)} / {format.quantity(quantity)}
        </Text>
        {quantity - picked > 2 ? (
          <Button size="md" px="sm" variant="default" onClick={() => onChange(countLine(task, line, quantity))}>
            {t('order.all', { quantity: format.quantity(quantity) })}
          </Button>
        ) : null}
        <ActionIcon
          size={64}
          aria-label={t('order.count', { name })}
          disabled={picked >= quantity}
          onClick={() => onChange(countLine(task, line, picked + 1))}
        >
          <IconPlus aria-hidden />
        </ActionIcon>
      </Group>
      {picked >= quantity ? null : <ShortField line={line} task={task} onChange={onChange} />}
    </section>
  )
}

/** Why the rest is not picked; asked for once the person says that something is missing. */
function ShortField({ line, task, onChange }: LineProps) {
  const t = useTranslations('warehouse.order')
  const reason = task.shorts[line.lineItemId]
  const [isAsked, setAsked] = useState(reason !== undefined)
  if (!isAsked)
    return (
      <Button size="sm" variant="subtle" mt={4} onClick={() => setAsked(true)}>
        {t('short')}
      </Button>
    )
  return (
    <NativeSelect
      mt="xs"
      size="md"
      autoFocus
      label={t('shortOf', { name: line.name })}
      value={reason ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(shortLine(task, line, shortReasons.find((one) => one === value) ?? null))
      }
      data={[{ value: '', label: t('reasons.none') }, ...shortReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))]}
    />
  )
}
