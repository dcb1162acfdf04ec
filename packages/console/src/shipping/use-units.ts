import type { Order } from '@open-oms/client/types'
import { useState } from 'react'
import { allOpenEntries, openLines, openSources, type ShipmentLine, type Source, type UnitEntries, zeroEntries } from './units.ts'

/** The choice of a shipment and of units of its open lines. */
export type UnitsChoice = {
  sources: readonly Source[]
  source: Source
  lines: readonly ShipmentLine[]
  entered: UnitEntries
  choose: (shipmentId: string) => void
  enter: (entered: UnitEntries) => void
}

/**
 * What a person has chosen of the shipments of an order: at the beginning the first with something
 * open, and of its lines all that is open, or nothing.
 */
export function useUnits(order: Order, begin: 'all' | 'none' = 'none'): UnitsChoice {
  const entries = begin === 'all' ? allOpenEntries : zeroEntries
  const sources = openSources(order)
  const [index, setIndex] = useState(0)
  const source = sources[index] ?? sources[0]
  if (source === undefined) throw new Error('Nothing of the order is open.')
  const lines = openLines(source)
  const [entered, enter] = useState<UnitEntries>(() => entries(lines))
  const choose = (shipmentId: string) => {
    const next = sources.findIndex((one) => one.shipmentId === shipmentId)
    setIndex(next)
    enter(entries(openLines(sources[next] ?? source)))
  }
  return { sources, source, lines, entered, choose, enter }
}
