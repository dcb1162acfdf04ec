import { useSearch } from '@tanstack/react-router'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { warehouseEn } from '../texts/en/warehouse.ts'
import { warehouseNb } from '../texts/nb/warehouse.ts'
import { PickQueue } from './pick-queue.tsx'
import { PickShipment } from './pick-shipment.tsx'
import './warehouse.css'

const texts = { en: { warehouse: warehouseEn }, nb: { warehouse: warehouseNb } } as const

/** The queue of a warehouse, or one shipment of it that is being picked. */
export function PickPage() {
  const { order, shipment } = useSearch({ from: '/pick' })
  return (
    <AreaTexts texts={texts}>
      {order === undefined || shipment === undefined ? (
        <PickQueue />
      ) : (
        <PickShipment key={JSON.stringify([order, shipment])} orderId={order} shipmentId={shipment} />
      )}
    </AreaTexts>
  )
}
