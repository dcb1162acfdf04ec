import { List } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { LinesUpdate, Order } from '@open-oms/client/types'
import { WriteProblem } from '../order/write-problem.tsx'
import { refusedLines } from './refused-lines.ts'

type RefusalProps = { order: Order; body: LinesUpdate | null; error: Error | null; onReloaded: () => void }

/** Why a request is refused, and what of it by line. Nothing when it is not. */
export function Refusal({ order, body, error, onReloaded }: RefusalProps) {
  const lines = isApiError(error) && body !== null ? refusedLines(order, body, error.errors) : []
  return (
    <>
      <WriteProblem orderId={order.id} error={error} onReloaded={onReloaded} />
      {lines.length === 0 ? null : (
        <List size="sm" spacing={2}>
          {lines.map(({ name, texts }) => (
            <List.Item key={name}>
              <strong>{name}</strong>: {texts.join(' ')}
            </List.Item>
          ))}
        </List>
      )}
    </>
  )
}
