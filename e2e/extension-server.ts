import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import tap from 'tap'

/** Runs in the frame: shows what it gets of the console, and what it cannot get. */
const script = `
  const show = (id, value) => {
    document.getElementById(id).textContent = value
  }
  const attempt = (id, attack) => {
    try {
      show(id, 'reached: ' + attack())
    } catch (error) {
      show(id, error.name)
    }
  }
  attempt('dom', () => parent.document.title)
  attempt('cookie', () => document.cookie)
  attempt('storage', () => localStorage.length)
  attempt('top', () => (top.location.href = location.href))
  const { port1, port2 } = new MessageChannel()
  let count = 0
  port1.onmessage = async ({ data }) => {
    if (data.type === 'oms-panel-context') show('context', data.page + ' ' + data.id + ' ' + data.language)
    if (data.type !== 'oms-panel-token') return
    const { token, apiUrl } = data
    document.body.dataset.token = token
    const headers = { authorization: 'Bearer ' + token }
    const call = (id, path, init) => fetch(apiUrl + path, init).then((r) => r.status, (e) => e.name).then((s) => show(id, s))
    const order = await fetch(apiUrl + '/api/Orders/' + new URLSearchParams(location.search).get('order'), { headers })
    const { orderNumber, id, customerEmail } = await order.json()
    show('order', orderNumber + ' ' + id)
    show('email', customerEmail)
    await call('session', '/session', { credentials: 'include' })
    await call('write', '/api/Orders/' + id + '/UpdateStatus', { method: 'POST', headers, body: '{"status":"Cancelled"}' })
    await call('search', '/api/Configuration', { headers })
    show('tokens', ++count)
  }
  parent.postMessage({ type: 'oms-panel-ready' }, '*', [port2])
`
const shown = ['dom', 'cookie', 'storage', 'top', 'context', 'order', 'email', 'session', 'write', 'search', 'tokens']
const page = `<!doctype html><html lang="en"><title>Loyalty</title><body>
  ${shown.map((id) => `<p id="${id}"></p>`).join('')}
  <form action="/form"><button>Send</button></form><script>${script}</script></body></html>`

export type AskedBody = { dryRun: boolean; question: string; order: { id: string } }

/**
 * What a shop runs itself: the page of a panel at `/panel`, and a service that is asked at `/ask`,
 * which answers `answer`. It stops with the process.
 */
export async function startExtension() {
  const extension = {
    answer: {} as object,
    asked: [] as { body: AskedBody; headers: IncomingHttpHeaders }[],
    paths: [] as string[],
  }
  const server = createServer(async (request, response) => {
    extension.paths.push(request.url ?? '')
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(page)
    extension.asked.push({ body: JSON.parse(await text(request)), headers: request.headers })
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(extension.answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tap.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { extension, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
