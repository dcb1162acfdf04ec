import type { Order } from '@open-oms/contracts/orders/order'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import type { OrdersTest } from '../../services/orders-workflow/src/testing/test-orders.ts'
import { type Act, type Register, registers, type SoldLine, type Story } from './random-day.ts'

/** The system, and the ids of the orders of a day. */
export type Shop = { test: OrdersTest; ids: string[] }

const MINOR_UNITS = 100
const tillMethods = ['Cash', 'Card', 'GiftCard']
const webMethods = ['Invoice', 'Invoice', 'Vipps']

let count = 0
const nextId = (prefix: string) => `${prefix}-${++count}`

/** An amount in minor units. */
export const toCents = (amount: number | null): number => Math.round((amount ?? 0) * MINOR_UNITS)
const fromCents = (cents: number): number => cents / MINOR_UNITS

/** Sends a request such as `POST /api/Orders`; a refused one fails the test with its response. */
async function send<T>({ test }: Shop, request: string, body?: unknown): Promise<T> {
  const [method, url] = request.split(' ') as ['POST' | 'PUT' | 'PATCH', string]
  const { status, body: response, text } = await test.send({ method, url, body })
  if (status >= 300) throw new Error(`${request} ${JSON.stringify(body)}: ${status} ${text}`)
  return response as T
}

const read = async ({ test }: Shop, id: string): Promise<Order> => (await test.send({ url: `/api/Orders/${id}` })).body
const move = (shop: Shop, id: string, status: string) => send(shop, `POST /api/Orders/${id}/UpdateStatus`, { status })

/** All orders of the day as they are now. */
export function readOrders(shop: Shop): Promise<Order[]> {
  return Promise.all(shop.ids.map((id) => read(shop, id)))
}

/** Closes all tills. */
export async function closeTills(shop: Shop): Promise<ZReport[]> {
  const reports: ZReport[] = []
  for (const { storeId, registerId } of registers)
    reports.push(await send<ZReport>(shop, 'POST /api/ZReport/Close', { storeId, registerIds: [registerId] }))
  return reports
}

/** Sends the requests of a story: sells an order, takes the money, takes goods back. */
export async function play(shop: Shop, story: Story): Promise<void> {
  const { register, lines, isRounded, split, canceledLine, isCanceled, acts } = story
  const isTill = register !== null
  const id = await sell(shop, story)
  if (!isTill && isCanceled) {
    await move(shop, id, 'Cancelled')
    return
  }
  if (!isTill && canceledLine !== null && lines.length > 1)
    await send(shop, `POST /api/Orders/${id}/OrderLines/${1 + (canceledLine % lines.length)}/Cancel`)
  if (isTill && isRounded) await roundToWholeUnits(shop, id)
  await payRest(shop, id, { split, isTill })
  if (!isTill) await move(shop, id, 'Completed')
  for (const act of acts) await takeBack(shop, id, act)
}

async function sell(shop: Shop, story: Story): Promise<string> {
  const { register, storeId, lines, lineDiscount, orderDiscount } = story
  const id = nextId(register === null ? 'web' : 'till')
  shop.ids.push(id)
  const lineItems = lines.map((line, index) => ({
    ...lineBody(line),
    lineItemId: String(index + 1),
    ...(index === 0 && lineDiscount > 0 ? { orderLineDiscounts: [moneyOff(fromCents(lineDiscount))] } : {}),
  }))
  const discounts = orderDiscount === null ? [] : [{ discountId: 'D', discountType: 'Order', ...orderDiscount }]
  const order = { id, orderNumber: id, storeId, marketId: 'NOR', customerNumber: 'C-1' }
  if (register !== null) {
    const properties = [registerProperty(register)]
    await send(shop, 'PUT /api/Orders/PosOrders', { ...order, properties, orderForm: { lineItems, discounts } })
  } else {
    const orderForm = { lineItems, discounts, shipments: storyShipments(story) }
    await send(shop, 'POST /api/Orders?runWorkflow=false', { ...order, orderType: 'Online', status: 'New', orderForm })
  }
  return id
}

/** One shipment, or a second one with the last line and shipping of another rate. */
function storyShipments({ lines, shippingCents, shippingRate, secondShippingCents }: Story) {
  const first = { shipmentId: '1', shippingSubTotal: fromCents(shippingCents), shipmentTaxRate: shippingRate }
  if (secondShippingCents === 0 || lines.length < 2) return [first]
  const copies = lines.map(({ quantity }, index) => ({ lineItemId: String(index + 1), quantity }))
  const otherRate = shippingRate === 25 ? 15 : 25
  const second = { shipmentId: '2', shippingSubTotal: fromCents(secondShippingCents), shipmentTaxRate: otherRate }
  return [
    { ...first, lineItems: copies.slice(0, -1) },
    { ...second, lineItems: copies.slice(-1) },
  ]
}

/** Rounds half up, as a till does with cash. */
async function roundToWholeUnits(shop: Shop, id: string): Promise<void> {
  const total = toCents((await read(shop, id)).total)
  const rounded = Math.round(total / MINOR_UNITS) * MINOR_UNITS
  const orderForm = { grossRoundoff: fromCents(rounded - total) }
  if (rounded !== total) await send(shop, `PATCH /api/Orders/${id}/PatchOrder`, { orderForm })
}

/** Pays what an order is due, split over up to three payments. */
async function payRest(shop: Shop, id: string, { split, isTill }: { split: readonly number[]; isTill: boolean }): Promise<void> {
  let left = toCents((await read(shop, id)).remainingPayment)
  const amounts = split.map((percent) => {
    const cents = Math.floor((left * percent) / 100)
    left -= cents
    return cents
  })
  const payments = [...amounts, left].map((cents, index) => paymentBody(cents, { index, isTill }))
  const moving = payments.filter(({ amount }) => amount > 0)
  if (moving.length > 0) await send(shop, `POST /api/Orders/${id}/AddPayments`, moving)
}

function paymentBody(cents: number, { index, isTill }: { index: number; isTill: boolean }) {
  const paymentMethodName = (isTill ? tillMethods : webMethods)[index] as string
  const isInvoiced = paymentMethodName === 'Invoice'
  return {
    amount: fromCents(cents),
    paymentMethodName,
    transactionId: nextId('tx'),
    transactionType: isInvoiced ? 'Invoiced' : 'Sale',
    status: 'Processed',
    ...(isInvoiced ? { invoiceId: nextId('F') } : {}),
  }
}

async function takeBack(shop: Shop, id: string, act: Act): Promise<void> {
  const { storeId, orderType, orderForm } = await read(shop, id)
  const lines = orderForm.lineItems
    .map(({ lineItemId, deliveredQuantity, returnQuantity }) => ({ lineItemId, left: deliveredQuantity - returnQuantity }))
    .filter(({ left }) => left > 0)
  const line = lines[act.line % Math.max(1, lines.length)]
  if (line === undefined) return
  const some = [{ lineItemId: line.lineItemId, returnQuantity: 1 + (act.quantity % line.left) }]
  const all = lines.map(({ lineItemId, left }) => ({ lineItemId, returnQuantity: left }))
  const place =
    act.register === null ? { storeId } : { storeId: act.register.storeId, properties: [registerProperty(act.register)] }
  const request = { status: 'Completed', ...place, returns: act.what === 'returnRest' ? all : some }
  const url = `POST /api/Returns/${id}/Return`
  if (act.what === 'returnRest') await send(shop, url, { ...request, creditShipment: true })
  if (act.what === 'return') {
    const charge = act.charged > 0 ? { chargeShipmentCostAmount: fromCents(act.charged) } : {}
    await send(shop, url, { ...request, creditShipment: act.hasShipping, ...charge })
  }
  if (act.what === 'replace') await replace(shop, id, line.lineItemId)
  if (act.what === 'exchange') {
    const isTill = orderType === 'Pos'
    const exchangeOrderId = nextId('exchange')
    shop.ids.push(exchangeOrderId)
    const exchangeOrderLines = act.lines.map(lineBody)
    const exchangeOrderOptions = { exchangeOrderId, orderStatus: isTill ? 'Completed' : 'New', exchangeOrderLines }
    await send(shop, url, { ...request, exchangeOrderOptions })
    await payRest(shop, exchangeOrderId, { split: [], isTill })
    if (!isTill) await move(shop, exchangeOrderId, 'Completed')
  }
}

async function replace(shop: Shop, orderId: string, lineItemId: string | null): Promise<void> {
  const line = (await read(shop, orderId)).orderForm.lineItems.find((one) => one.lineItemId === lineItemId)
  if (line === undefined || line.quantity - line.canceledQuantity - (line.replacedQuantity ?? 0) < 1) return
  const body = { orderId, orderLineReplacements: [{ lineItemId, quantity: 1 }] }
  const { id } = await send<Order>(shop, 'POST /api/Returns/CreateReplacementOrder', body)
  shop.ids.push(id)
}

const lineBody = ({ productType, cents, quantity, taxRate }: SoldLine) => ({
  code: `SKU-${cents}`,
  displayName: 'Goods',
  quantity,
  placedPrice: fromCents(cents),
  taxRate,
  ...(productType === null ? {} : { productType }),
})

const moneyOff = (amount: number) => ({ discountId: 'L', rewardType: 'Money', discountValue: amount })

const registerProperty = ({ registerId }: Register) => ({ key: 'RegisterId', value: registerId })
