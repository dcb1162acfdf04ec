import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringDouble } from '@open-oms/connector-bring/testing/bring-double'
import { OrderAddress } from '@open-oms/contracts/orders/address'
import { freePort } from '@open-oms/local-servers/free-port'
import { signatureHeaders } from '@open-oms/service-kit/http/signature-headers'
import t, { type Test } from 'tap'
import { checkConnector, connectorProgram, connectorSecret } from './connector-program.ts'

const emptyFields = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))
const address = {
  ...emptyFields(Object.keys(OrderAddress.properties)),
  name: 'Kari Nordmann',
  line1: 'Storgata 1',
  postalCode: '0155',
}
const booking = {
  operation: 'book',
  orderId: 'O-1',
  shipmentId: '1',
  address,
  packages: [],
  lineItems: [],
  ...emptyFields([
    'orderNumber',
    'storeId',
    'warehouseCode',
    'shippingMethodId',
    'shippingMethodName',
    'shippingMethodProductId',
  ]),
  ...emptyFields(['servicePointId', 'pickUpPointInformation', 'contactPerson', 'goodsDescription']),
}

async function folderFor(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-shipping-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

t.test(
  'given the connector for labels, when it is checked and killed, then it keeps to the protocol and to its numbers',
  async (t) => {
    const PORT = String(await freePort())
    const base = `http://127.0.0.1:${PORT}`
    const program = await connectorProgram(t, 'labels', {
      PORT,
      GS1_COMPANY_PREFIX: '7070707',
      LABELS_FOLDER: await folderFor(t),
      LABEL_SENDER: 'Eksempel Handel AS;Eksempelgata 1;0155 Oslo',
      PUBLIC_URL: base,
    })
    const { code, report } = await checkConnector(`${base}/shipments`, '--kind', 'shipping')
    t.equal(code, 0, report)

    const book = async (key: string) => {
      const body = JSON.stringify(booking)
      const headers = { 'idempotency-key': key, ...signatureHeaders({ id: key, body, time: new Date() }, [connectorSecret]) }
      const response = await fetch(`${base}/shipments`, { method: 'POST', body, headers })
      return (await response.json()) as { status: string; trackingNumber: string; labelLink: string }
    }
    const before = await Promise.all(['k1', 'k2'].map(book))
    const lost = ['k3', 'k4', 'k5', 'k6'].map((key) => book(key).catch(() => null))
    await program.kill()
    await Promise.all(lost)
    await program.start()
    const after = await Promise.all(['k1', 'k2', 'k3', 'k4', 'k5', 'k6'].map(book))
    t.strictSame(after.slice(0, 2), before)
    t.equal(new Set(after.map(({ trackingNumber }) => trackingNumber)).size, 6)

    const link = after[5]?.labelLink ?? ''
    const pdf = await fetch(link)
    t.equal(pdf.headers.get('content-type'), 'application/pdf')
    t.match(await pdf.text(), /^%PDF/)
    t.match(await (await fetch(link.replace('.pdf', '.zpl'))).text(), `(00)${after[5]?.trackingNumber}`)
    t.match(await fetch(link.replace(/[0-9a-f]{32}/, '0'.repeat(32))), { status: 404 })
  },
)

t.test('given the Bring connector, when it is checked, then it keeps to the protocol', async (t) => {
  const bring = await bringDouble()
  t.teardown(() => bring.stop())
  const PORT = String(await freePort())
  await connectorProgram(t, 'bring', {
    PORT,
    KEYS_FOLDER: await folderFor(t),
    BRING_API_URL: bring.url,
    BRING_UID: 'shop@example.com',
    BRING_API_KEY: 'key',
    BRING_CUSTOMER_NUMBER: 'PARCELS_NORWAY-1',
    BRING_PRODUCT: '5800',
    BRING_CLIENT_URL: 'https://shop.example',
    BRING_SENDER: 'Eksempel Handel AS;Eksempelgata 1;0155;OSLO;NO',
  })
  const { code, report } = await checkConnector(`http://127.0.0.1:${PORT}/shipments`, '--kind', 'shipping')
  t.equal(code, 0, report)
  t.equal(bring.booked.length, 2)
})
