import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { keepUser } from '../session/kept-session.ts'
import { useUser } from '../session/use-session.ts'
import { warehouseEn } from '../texts/en/warehouse.ts'
import { warehouseNb } from '../texts/nb/warehouse.ts'
import { keepPage } from './offline/keep-page.ts'
import { PickQueue } from './pick-queue.tsx'
import { PickShipment } from './pick-shipment.tsx'
import './warehouse.css'

const texts = { en: { warehouse: warehouseEn }, nb: { warehouse: warehouseNb } } as const

/** The queue of a warehouse, or one shipment of it that is being picked. */
export function PickPage() {
  const { order, shipment } = useSearch({ from: '/pick' })
  const user = useUser()
  useEffect(() => {
    keepUser(user)
    void keepPage()
  }, [user])
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
