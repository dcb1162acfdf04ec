import type { ShipmentToPick } from '@open-oms/client/types'

/** Why less is picked than was ordered. */
export const shortReasons = ['notOnShelf', 'damaged', 'wrongItem'] as const
export type ShortReason = (typeof shortReasons)[number]

/** `picking` on this device, `toSend` and `refused` of what the gateway is to know, `sent`. */
export type PickState = 'picking' | 'toSend' | 'refused' | 'sent'

/** A parcel as it is packed: how many of a line are in it, which the first of them does not say. */
export type Parcel = { weightInKg: number | null; contents: Readonly<Record<string, number>> }

/** What one person picks of a shipment, as this device keeps it. */
export type PickTask = {
  /** Names it on this device: a person picks a shipment once at a time. */
  id: string
  userName: string
  shipment: ShipmentToPick
  /** How many of a line are picked, by `lineItemId`. */
  counts: Readonly<Record<string, number>>
  shorts: Readonly<Record<string, ShortReason>>
  /** What the goods are packed into; the first parcel has what is in no other. */
  parcels: readonly Parcel[]
  state: PickState
  /** The key that it is sent with, however often. */
  key: string
  /** What the hold of a short pick says; null where nothing is missing. */
  note: string | null
  /** Why it was refused; null where it was not. */
  refusal: { code: string; text: string; by: string | null } | null
  changed: number
}

type Line = ShipmentToPick['lines'][number]

export const taskId = (userName: string, { orderId, shipmentId }: Pick<ShipmentToPick, 'orderId' | 'shipmentId'>): string =>
  JSON.stringify([userName, orderId, shipmentId])

/** Begins to pick a shipment, or goes on with what was counted before as far as it still fits. */
export function beginTask(userName: string, shipment: ShipmentToPick, known: PickTask | undefined): PickTask {
  const counts = shipment.lines.map((line) => [line.lineItemId, Math.min(known?.counts[line.lineItemId] ?? 0, line.quantity)])
  return {
    id: taskId(userName, shipment),
    userName,
    shipment,
    counts: Object.fromEntries(counts),
    shorts: known?.shorts ?? {},
    parcels: known !== undefined && hasSameGoods(known.shipment, shipment) ? known.parcels : [{ weightInKg: null, contents: {} }],
    state: 'picking',
    key: crypto.randomUUID(),
    note: null,
    refusal: null,
    changed: Date.now(),
  }
}

export const pickedOf = (task: PickTask, { lineItemId }: Pick<Line, 'lineItemId'>): number => task.counts[lineItemId] ?? 0

/** Sets how many of a line are picked: at least none, at most all. A reason goes with all. */
export function countLine(task: PickTask, line: Line, count: number): PickTask {
  const picked = Math.max(0, Math.min(line.quantity, count))
  const { [line.lineItemId]: _reason, ...others } = task.shorts
  const shorts = picked === line.quantity ? others : task.shorts
  return { ...task, counts: { ...task.counts, [line.lineItemId]: picked }, shorts }
}

/** Says why the rest of a line is not picked; null takes it back. */
export function shortLine(task: PickTask, { lineItemId }: Line, reason: ShortReason | null): PickTask {
  const { [lineItemId]: _former, ...others } = task.shorts
  return { ...task, shorts: reason === null ? others : { ...others, [lineItemId]: reason } }
}

export type Scan = { outcome: 'counted' | 'enough' | 'wrong'; line: Line | null; task: PickTask }

/** Sets how many of a line are picked, from none to all. With all of it no reason is left. */
export function scanCode(task: PickTask, code: string): Scan {
  const lines = task.shipment.lines.filter((line) => isCodeOf(line, code))
  const line = lines.find((one) => pickedOf(task, one) < one.quantity)
  if (line !== undefined) return { outcome: 'counted', line, task: countLine(task, line, pickedOf(task, line) + 1) }
  return { outcome: lines.length > 0 ? 'enough' : 'wrong', line: lines[0] ?? null, task }
}

/**
 * The GTIN of a GS1 label (application identifier 01, with brackets or the mark of its symbology
 * before it) or of a GS1 Digital Link. Batch, date and serial number may follow.
 */
const GTIN_OF_LABEL = /^(?:\][a-z]\d)?(?:\(01\)|01)(\d{14})|^https?:\/\/\S+\/01\/(\d{8,14})(?:[/?#]|$)/i

function isCodeOf({ skuId, barcodes }: Line, code: string): boolean {
  const [, ofLabel, ofLink] = GTIN_OF_LABEL.exec(code.trim()) ?? []
  const read = [code, ofLabel ?? ofLink ?? code].map(normal)
  return [skuId ?? '', ...barcodes].some((known) => known !== '' && read.includes(normal(known)))
}

/** Scanners send a UPC with and without its leading zeros, and SKUs in any letter case. */
function normal(code: string): string {
  const text = code.trim().toLowerCase()
  return /^\d{8,14}$/.test(text) ? text.padStart(14, '0') : text
}

/** Whether nothing is left to do: each line is picked whole, or has a reason why not. */
export function isPicked(task: PickTask): boolean {
  return task.shipment.lines.every((line) => pickedOf(task, line) >= line.quantity || task.shorts[line.lineItemId] !== undefined)
}

export type Shortage = { line: Line; picked: number; reason: ShortReason }

/** The lines of which something is missing. */
export function shortages(task: PickTask): Shortage[] {
  return task.shipment.lines.flatMap((line) => {
    const [picked, reason] = [pickedOf(task, line), task.shorts[line.lineItemId]]
    return picked < line.quantity && reason !== undefined ? [{ line, picked, reason }] : []
  })
}

/** Whether the same goods are to be picked, whatever else has changed of the order. */
export function hasSameGoods(one: ShipmentToPick, other: ShipmentToPick): boolean {
  const goods = ({ lines, pickedStatus, warehouseCode }: ShipmentToPick) =>
    JSON.stringify([pickedStatus, warehouseCode, lines.map(({ lineItemId, skuId, quantity }) => [lineItemId, skuId, quantity])])
  return goods(one) === goods(other)
}

/**
 * The shipments that this device has not picked: one is hidden from when it is done until its order
 * changes again.
 */
export function openShipments(queue: readonly ShipmentToPick[], tasks: readonly PickTask[]): ShipmentToPick[] {
  const done = tasks.filter(({ state }) => state === 'toSend' || state === 'sent')
  const keys = new Set(done.map(({ shipment }) => versionKey(shipment)))
  return queue.filter((shipment) => !keys.has(versionKey(shipment)))
}

const versionKey = ({ orderId, shipmentId, versionId }: ShipmentToPick) => JSON.stringify([orderId, shipmentId, versionId])

const places = new Intl.Collator('en', { numeric: true })

/** By the shelf that the walk begins at, A-2 before A-12, then the oldest first. */
export function byShelf(one: ShipmentToPick, other: ShipmentToPick): number {
  const [a, b] = [one.lines[0]?.location || null, other.lines[0]?.location || null]
  const byPlace = a === null || b === null ? Number(a === null) - Number(b === null) : places.compare(a, b)
  return byPlace || places.compare(one.created, other.created)
}
