import { Table, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { AssetPicture } from '../catalogue/assets/asset-picture.tsx'
import { mainPicture } from '../catalogue/assets/stored-file.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { type LineProduct, lineItems, lineProgress, lineTitle } from './line-items.ts'
import { useLineProducts } from './use-line-products.ts'

type Line = Order['orderForm']['lineItems'][number]

const PICTURE = 40

/** What was ordered, with pictures; the components of a package below it. */
export function LinesTable({ order }: { order: Order }) {
  const t = useTranslations('order.lines')
  const currency = useOrderCurrency()(order)
  const products = useLineProducts(order.orderForm.lineItems)
  const lines = order.orderForm.lineItems
  if (lines.length === 0) return <Text size="sm">{t('none')}</Text>
  const row = (line: Line, isComponent: boolean) => {
    const found = products.get(line.code ?? '')
    return <LineRow key={line.lineItemId} {...{ line, found, isComponent, currency }} />
  }
  return (
    <Table verticalSpacing={6} horizontalSpacing={6} fz="sm" className="order-lines">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('item')}</Table.Th>
          <Table.Th ta="right">{t('quantity')}</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            {t('price')}
          </Table.Th>
          <Table.Th ta="right">{t('sum')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="figures">
        {lineItems(lines).flatMap(({ line, components }) => [row(line, false), ...components.map((part) => row(part, true))])}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { line: Line; found: LineProduct | undefined; isComponent: boolean; currency: string | null }

function LineRow({ line, found, isComponent, currency }: RowProps) {
  const t = useTranslations('order.lines')
  const format = useFormat()
  const price = format.unitPrice(line.placedPrice, currency)
  return (
    <Table.Tr data-component={isComponent || undefined}>
      <Table.Td>
        <div className="order-line">
          <AssetPicture url={pictureUrl(line, found)} size={160} alt="" height={PICTURE} width={PICTURE} />
          <div>
            {isComponent ? <span className="for-screen-readers">{t('component')} </span> : null}
            {lineTitle(line, found)}
            <Text size="xs" c="dimmed">
              {line.code}
            </Text>
            {isComponent ? null : (
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {t('each', { price })}
              </Text>
            )}
            <ProgressChips line={line} />
          </div>
        </div>
      </Table.Td>
      <Table.Td ta="right">{format.quantity(line.quantity)}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {isComponent ? null : price}
      </Table.Td>
      <Table.Td ta="right">{isComponent ? null : format.money(line.extendedPrice, currency)}</Table.Td>
    </Table.Tr>
  )
}

/** The picture of a line: of its variant, else of its product, else the one that the order has. */
export function pictureUrl({ imageUrl }: Pick<Line, 'imageUrl'>, found: LineProduct | undefined): string | null {
  const ofVariant = found?.variant === null || found === undefined ? null : mainPicture(found.variant)
  return ofVariant ?? (found === undefined ? imageUrl : mainPicture(found.product))
}

const tones = { shipped: 'green', returned: 'blue', cancelled: 'grey' } as const

/** What has become of a line, where something has. */
export function ProgressChips({ line }: { line: Line }) {
  const t = useTranslations('order.lines.progress')
  const format = useFormat()
  const progress = lineProgress(line)
  if (progress.length === 0) return null
  return (
    <span className="order-chips">
      {progress.map(({ what, units, ordered }) => (
        <span key={what} className="order-chip" data-tone={what === 'shipped' && units < ordered ? 'amber' : tones[what]}>
          {t(what === 'shipped' && units < ordered ? 'partlyShipped' : what, {
            count: format.quantity(units),
            of: format.quantity(ordered),
          })}
        </span>
      ))}
    </span>
  )
}
