import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
export type DoubleAnswer = { status: number; body: object }

/** What a provider does, as its documentation describes it. */
export type Provider = {
  /** What is answered before anything else, such as to a wrong token; null to go on. */
  admit(asked: ReceivedRequest): DoubleAnswer | null
  carryOut(asked: ReceivedRequest): DoubleAnswer
  /** The answer to a key that another request has. */
  reused: DoubleAnswer
  fault: DoubleAnswer
  /** How often an answer is lost: a library may send a request a second time by itself. */
  losses: number
}

/** What happens to a request that moves something: it is carried out unless it `fails`. */
export type Fault = 'losesAnswer' | 'fails' | 'hangs' | null

export type ProviderDouble = {
  url: string
  /** What happens to the next requests that move something, first one first. */
  faults: Fault[]
  /** Forgets the idempotency keys, as providers do after some time. */
  forgetKeys(): void
  /** Resolves when the next request that moves something has been carried out. */
  nextEffect(): Promise<void>
  stop(): Promise<void>
}

type SavedAnswer = { request: string; answered: DoubleAnswer; losses: number }

function repeat(known: SavedAnswer, request: string, reused: DoubleAnswer): { answered: DoubleAnswer; fault: Fault } {
  known.losses -= 1
  return { answered: known.request === request ? known.answered : reused, fault: known.losses > 0 ? 'losesAnswer' : null }
}

/**
 * A provider with real HTTP and idempotency keys, whose faults a test chooses. Requests by POST
 * move something; all others only read.
 */
export async function providerDouble(provider: Provider): Promise<ProviderDouble> {
  const saved = new Map<unknown, SavedAnswer>()
  const faults: Fault[] = []
  let effect: () => void = () => undefined
  const decide = (asked: ReceivedRequest): { answered: DoubleAnswer; fault: Fault } => {
    const early = provider.admit(asked)
    if (early !== null || asked.method !== 'POST') return { answered: early ?? provider.carryOut(asked), fault: null }
    const [key, request] = [asked.headers['idempotency-key'], asked.url + asked.body]
    const known = saved.get(key)
    if (known !== undefined) return repeat(known, request, provider.reused)
    const fault = faults.shift() ?? null
    if (fault === 'fails') return { answered: provider.fault, fault: null }
    const answered = provider.carryOut(asked)
    saved.set(key, { request, answered, losses: fault === 'losesAnswer' ? provider.losses : 0 })
    effect()
    return { answered, fault }
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const { answered, fault } = decide({ method, url, headers, body: await text(request) })
    if (fault === 'losesAnswer') response.destroy()
    else if (fault === null)
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(JSON.stringify(answered.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    forgetKeys: () => saved.clear(),
    nextEffect: () =>
      new Promise((resolve) => {
        effect = resolve
      }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
