import {
  type DoubleAnswer,
  type ProviderDouble,
  providerDouble,
  type ReceivedRequest,
} from '@open-oms/extend/testing/provider-double'
import { type Books, newBooks, Refusal } from './vipps-books.ts'

export type VippsDouble = ProviderDouble & {
  books: Books
  /** Makes all tokens invalid. */
  forgetTokens(): void
}

/**
 * Vipps MobilePay as its documentation describes it: tokens, payments, the event log, and
 * modifications with idempotency keys. `books` is what really moved.
 */
export async function vippsDouble(): Promise<VippsDouble> {
  const books = newBooks()
  const tokens = new Set<string>()
  let made = 0
  const giveToken = ({ headers }: ReceivedRequest): DoubleAnswer => {
    if (headers.client_secret !== 'secret') return problem(401, 'Unauthorized')
    const token = `token-${++made}`
    tokens.add(token)
    return { status: 200, body: { token_type: 'Bearer', expires_in: '3600', access_token: token } }
  }
  const double = await providerDouble({
    admit(asked) {
      if (asked.url === '/accesstoken/get') return giveToken(asked)
      const isKnown = tokens.has(String(asked.headers.authorization).slice('Bearer '.length))
      return isKnown ? null : problem(401, 'Unauthorized')
    },
    carryOut({ method, url, headers, body }) {
      const [, reference = '', operation = ''] = /^\/epayment\/v1\/payments\/([^/]+)(?:\/(\w+))?$/.exec(url) ?? []
      if (method === 'GET') return run(() => books.read(reference, operation))
      const amount = JSON.parse(body).modificationAmount?.value
      return run(() => books.modify({ reference, operation, key: String(headers['idempotency-key']), amount }))
    },
    reused: problem(409, 'Conflict'),
    fault: problem(500, 'Fault'),
    losses: 1,
  })
  return { ...double, books, forgetTokens: () => tokens.clear() }
}

function problem(status: number, title: string): DoubleAnswer {
  return { status, body: { type: 'about:blank', title, status } }
}

function run(act: () => object): DoubleAnswer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof Refusal) return problem(error.status, error.message)
    throw error
  }
}
