import { ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { TextLink } from '../../shell/text-link.tsx'
import { type ComponentNode, nodeName } from './component-tree.ts'
import { FreeStock } from './free-stock.tsx'
import type { Level } from './free-units.ts'

/** `levels`: null while they are not known, undefined where the person may not see them. */
type Shown = { levels: readonly Level[] | null | undefined }

/** Components as lists in lists; each part that is made of others can be closed. */
export function ComponentTree({ nodes, label, levels }: Shown & { nodes: readonly ComponentNode[]; label: string }) {
  const t = useTranslations('catalogue')
  return (
    <div className="figures">
      <div className="component-row order-header" aria-hidden>
        <span>{t('components.part')}</span>
        <span>{t('components.quantity')}</span>
        <span>{levels === undefined ? '' : t('stock.free')}</span>
      </div>
      <Branch {...{ nodes, label, levels }} className="component-tree" />
    </div>
  )
}

type BranchProps = Shown & { nodes: readonly ComponentNode[]; label: string; className?: string }

function Branch({ nodes, label, levels, className }: BranchProps) {
  const names = new Map(nodes.map((node) => [node.key, nodeName(node)]))
  return (
    <ul className={className} aria-label={label}>
      {nodes.map((node) => (
        <Node
          key={node.key}
          node={node}
          levels={levels}
          partner={node.shipsWith === null ? null : (names.get(node.shipsWith) ?? null)}
        />
      ))}
    </ul>
  )
}

function Node({ node, levels, partner }: Shown & { node: ComponentNode; partner: string | null }) {
  const t = useTranslations('catalogue')
  const format = useFormat()
  const [isOpen, setOpen] = useState(true)
  const name = nodeName(node)
  const hasParts = node.children.length > 0
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className="component-row">
        <span className="component-name">
          {hasParts ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-expanded={isOpen}
              aria-label={t('components.parts', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron size={16} aria-hidden />
            </ActionIcon>
          ) : null}
          <span>
            <NodeName node={node} />
            <NodeNotes node={node} partner={partner} />
          </span>
        </span>
        <span>
          <span className="for-screen-readers">{t('components.quantity')} </span>
          {format.quantity(node.quantity)}
        </span>
        <span>
          {levels === undefined || hasParts ? null : (
            <>
              <span className="for-screen-readers">{t('stock.free')} </span>
              <FreeStock skuIds={node.skuIds} levels={levels} />
            </>
          )}
        </span>
      </div>
      {hasParts && isOpen ? <Branch nodes={node.children} label={t('components.parts', { name })} levels={levels} /> : null}
    </li>
  )
}

function NodeName({ node }: { node: ComponentNode }) {
  const { productId, isKnown } = node
  if (productId === null || !isKnown) return <span>{nodeName(node)}</span>
  return (
    <TextLink to="/catalogue/products/$productId" params={{ productId }}>
      {nodeName(node)}
    </TextLink>
  )
}

/** What matters of a part beside its number. */
function NodeNotes({ node, partner }: { node: ComponentNode; partner: string | null }) {
  const t = useTranslations('catalogue.components')
  const format = useFormat()
  const offsets = node.priceOffsets.map(({ amount, currency, marketId }) => {
    const money = `${amount > 0 ? '+' : ''}${format.unitPrice(amount, currency)}`
    return marketId === null ? money : t('offset', { amount: money, market: marketId })
  })
  const notes = [
    node.name === null ? null : (node.skuId ?? node.productId),
    node.kind === 'option' ? t('option') : null,
    node.isRequired ? t('required') : null,
    partner === null ? null : t('shipsWith', { name: partner }),
    ...offsets,
    node.isKnown ? null : t('unknown'),
  ].filter((note) => note !== null)
  return (
    <Text size="xs" c="dimmed">
      {notes.join(' · ')}
    </Text>
  )
}
