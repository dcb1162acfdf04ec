// Shared process: a started system.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { sharedSystem } from './shared-system.ts'

const PASSWORD = 'demo-password'

/** A browser's page of the gateway in which a person has signed in. */
async function page(gatewayUrl: string, userName: string) {
  const sameOrigin = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const body = JSON.stringify({ userName, password: PASSWORD })
  const response = await fetch(`${gatewayUrl}/session`, { method: 'POST', headers: sameOrigin, body })
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return async (method: string, path: string, sent?: unknown) => {
    const headers = { ...sameOrigin, cookie, 'x-csrf-token': csrfToken }
    const init = { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) }
    const response = await fetch(`${gatewayUrl}${path}`, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}

t.test(
  'given people in the sample tenant, when they work by the gateway, then their names are kept and a reader changes nothing',
  async (t) => {
    const { system } = await sharedSystem()
    const kari = await page(system.gatewayUrl, 'demo@example.com')
    const reader = await page(system.gatewayUrl, 'reader@example.com')
    const id = `session-${randomBytes(4).toString('hex')}`
    const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125 }]
    const order = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', orderForm: { lineItems } }
    const created = await kari('POST', '/api/Orders', order)
    t.equal(created.status, 201, JSON.stringify(created.body))
    t.equal((await kari('POST', '/api/Orders/AddComment', { orderId: id, commentText: 'Called the customer.' })).status, 200)

    const read = await reader('GET', `/api/Orders/${id}`)
    t.equal(read.status, 200)
    t.equal(read.body.modifiedBy, 'demo@example.com')
    const forged = await reader('PATCH', `/api/Orders/${id}/PatchOrder`, { comment: 'forged', userId: 'demo@example.com' })
    t.equal(forged.status, 403)
    t.equal(forged.body.error, 'Forbidden')
    t.equal((await reader('DELETE', `/api/Orders/${id}`)).status, 403)

    const versions = await reader('GET', `/api/Orders/${id}/Versions`)
    t.equal(versions.status, 200, JSON.stringify(versions.body))
    const authors = [versions.body]
      .flat()
      .concat(versions.body?.result ?? [])
      .map(({ createdBy }) => createdBy)
      .filter(Boolean)
    t.ok(authors.length > 0 && authors.every((name: string) => name === 'demo@example.com'), authors.join())
    const timeline = JSON.stringify((await reader('GET', `/api/Orders/${id}/Timeline`)).body)
    t.match(timeline, /"actor":"demo@example\.com"/)

    t.equal((await kari('DELETE', '/session?everywhere=true')).status, 204)
    t.equal((await kari('GET', `/api/Orders/${id}`)).body.error, 'SessionEnded')
    t.equal((await reader('GET', `/api/Orders/${id}`)).status, 200, 'others go on')
  },
)
