export type VippsOptions = {
  /** `https://api.vipps.no`, or that of the test environment. */
  apiUrl: string
  clientId: string
  clientSecret: string
  subscriptionKey: string
  merchantSerialNumber: string
}

/** An amount as Vipps MobilePay counts it: øre, cents. */
export type VippsAmount = { currency: string; value: number }

/** A payment as it is now. */
export type VippsPayment = {
  reference: string
  state: 'CREATED' | 'ABORTED' | 'EXPIRED' | 'AUTHORIZED' | 'TERMINATED'
  amount: VippsAmount
  aggregate: Record<'authorizedAmount' | 'cancelledAmount' | 'capturedAmount' | 'refundedAmount', VippsAmount>
}

/** What has happened to a payment. Cancellations have no key. */
export type VippsEvent = { name: string; amount: VippsAmount; idempotencyKey?: string | null; success: boolean }

/** Vipps MobilePay has said no to a request. */
export class VippsRefusal extends Error {
  override readonly name = 'VippsRefusal'
}

export type Modification = 'capture' | 'refund' | 'cancel'

/**
 * The parts of the ePayment API that are used. All raise an error for what leaves the outcome open.
 */
export type VippsApi = {
  /** Raises `VippsRefusal` for a reference that is not known. */
  payment(reference: string): Promise<VippsPayment>
  events(reference: string): Promise<VippsEvent[]>
  /** Raises `VippsRefusal` for what is not possible. */
  modify(reference: string, what: Modification, by: { key: string; amount?: VippsAmount }): Promise<void>
}

const CALL_MS = 8_000
const TOKEN_MARGIN_MS = 60_000
/** Statuses that are about this request; every other one leaves open what has happened. */
const NO = [400, 404, 422]

/** A client of the ePayment API, which keeps its token for as long as it is valid. */
export function vippsApi(options: VippsOptions): VippsApi {
  const { subscriptionKey, merchantSerialNumber, clientId, clientSecret } = options
  const account = { 'ocp-apim-subscription-key': subscriptionKey, 'merchant-serial-number': merchantSerialNumber }
  let token: { value: string; until: number } | null = null
  const fetchToken = async () => {
    const headers = { ...account, client_id: clientId, client_secret: clientSecret }
    const response = await post(`${options.apiUrl}/accesstoken/get`, headers)
    if (!response.ok) throw new Error(`Vipps MobilePay gave no token (${response.status}).`)
    const { access_token: value, expires_in: seconds } = (await response.json()) as Record<string, string>
    token = { value: String(value), until: Date.now() + Number(seconds) * 1_000 - TOKEN_MARGIN_MS }
    return token
  }
  const call = async (path: string, request: { method: string; key?: string; body?: object }) => {
    const { value } = token !== null && token.until > Date.now() ? token : await fetchToken()
    const response = await fetch(`${options.apiUrl}/epayment/v1/payments/${path}`, {
      method: request.method,
      headers: {
        ...account,
        authorization: `Bearer ${value}`,
        'content-type': 'application/json',
        'vipps-system-name': 'open-oms',
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
      },
      signal: AbortSignal.timeout(CALL_MS),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    if (response.status === 401) token = null
    if (response.ok) return (await response.json()) as unknown
    throw await failure(response)
  }
  return {
    payment: async (reference) => (await call(encodeURIComponent(reference), { method: 'GET' })) as VippsPayment,
    events: async (reference) => (await call(`${encodeURIComponent(reference)}/events`, { method: 'GET' })) as VippsEvent[],
    async modify(reference, what, { key, amount }) {
      const body = amount === undefined ? {} : { modificationAmount: amount }
      await call(`${encodeURIComponent(reference)}/${what}`, { method: 'POST', key, body })
    },
  }
}

function post(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', headers, signal: AbortSignal.timeout(CALL_MS) })
}

async function failure(response: Response): Promise<Error> {
  const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string }
  const message = [problem.title, problem.detail].filter((part) => part !== undefined).join(' ') || `Status ${response.status}.`
  return NO.includes(response.status) ? new VippsRefusal(message) : new Error(`Vipps MobilePay: ${response.status} ${message}`)
}
