import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A consignment as it was booked. */
export type Consignment = {
  number: string
  isTest: boolean
  recipient: { name: string; postalCode: string; countryCode: string }
  pickupPoint: { id: string } | undefined
  product: { id: string; customerNumber: string }
  packages: { weightInKg: number }[]
}

export type BringDouble = {
  url: string
  booked: Consignment[]
  /** The statuses with which the next requests fail. */
  faults: number[]
  stop(): Promise<void>
}

/** Bring's booking as its documentation describes it: one consignment, confirmed or with errors. */
export async function bringDouble(): Promise<BringDouble> {
  const booked: Consignment[] = []
  const faults: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { 'x-mybring-api-key': key, 'x-bring-test-indicator': test, 'x-bring-client-url': client } = request.headers
    const isKnown = key === 'key' && client !== undefined && request.url === '/booking/api/create'
    const status = faults.shift() ?? (isKnown ? 200 : 401)
    if (status !== 200) return response.writeHead(status).end()
    const [{ parties, product, packages, correlationId, shippingDateTime }] = JSON.parse(body).consignments
    const code = findError({ parties, product, packages, shippingDateTime })
    const errors =
      code === null
        ? null
        : [
            {
              code,
              messages: [
                { lang: 'no', message: 'Feil.' },
                { lang: 'en', message: 'Wrong.' },
              ],
            },
          ]
    const number = `7043810101543211${booked.length}`
    if (errors === null) booked.push({ number, isTest: test === 'true', product, packages, ...parties })
    const links = { labels: `https://www.mybring.com/labels/${number}.pdf`, tracking: `https://tracking.bring.com/${number}` }
    const confirmation = errors === null ? { consignmentNumber: number, links, packages: [] } : null
    response.setHeader('content-type', 'application/json')
    return response
      .writeHead(errors === null ? 200 : 400)
      .end(JSON.stringify({ consignments: [{ confirmation, errors, correlationId }] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    booked,
    faults,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type ConsignmentRequest = Pick<Consignment, 'product' | 'packages'> & {
  parties: { recipient: { name: string; postalCode: string } }
  shippingDateTime: string
}

function findError({ parties, product, packages, shippingDateTime }: ConsignmentRequest): string | null {
  if (!/^\d{4}$/.test(parties.recipient.postalCode)) return 'BOOK-INPUT-010'
  if (parties.recipient.name === '' || product.id === '' || product.customerNumber === '') return 'BOOK-INPUT-020'
  const isInTime = shippingDateTime > new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Oslo' }).replace(' ', 'T')
  if (!isInTime) return 'BOOK-INPUT-030'
  return packages.every(({ weightInKg }) => weightInKg > 0) ? null : 'BOOK-INPUT-040'
}
