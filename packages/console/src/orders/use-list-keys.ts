import { useHotkeys } from '@mantine/hooks'
import type { OrderSummary } from '@open-oms/client/types'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts } from '../preferences/use-shortcuts.ts'

type ListKeys = {
  orders: readonly OrderSummary[]
  toggle: (id: string, isRange?: boolean) => void
  reveal: (index: number) => void
}

/**
 * Moves through the list by keys, and returns the index of the current row; -1 before the first
 * move. Single letters can be switched off, for those who speak to their machine (WCAG 2.1.4).
 */
export function useListKeys({ orders, toggle, reveal }: ListKeys): number {
  const navigate = useNavigate()
  const { areOn } = useShortcuts()
  const [index, setIndex] = useState(-1)
  const current = Math.min(index, orders.length - 1)
  const order = orders[current]
  const go = (step: number) => {
    const next = Math.max(0, Math.min(orders.length - 1, current + step))
    setIndex(next)
    reveal(next)
  }
  const isOnControl = () => document.activeElement?.closest('a, button, [role=dialog]') != null
  const letters: Parameters<typeof useHotkeys>[0] = [
    ['j', () => go(1)],
    ['k', () => go(-1)],
    ['x', () => order && toggle(order.id)],
    ['shift+x', () => order && toggle(order.id, true)],
    ['/', () => document.getElementById('order-search')?.focus()],
  ]
  useHotkeys([
    ...(areOn ? letters : []),
    ['ArrowDown', () => go(1), { preventDefault: !isOnControl() }],
    ['ArrowUp', () => go(-1), { preventDefault: !isOnControl() }],
    [
      'Enter',
      () => {
        if (order && !isOnControl()) void navigate({ to: '/orders/$orderId', params: { orderId: order.id } })
      },
      { preventDefault: false },
    ],
  ])
  return current
}
