import { isAllowed, roles } from '@open-oms/contracts/access'
import type { RouteContract } from '@open-oms/contracts/route'
import type { Test } from 'tap'
import type { BadTokens } from './test-issuer.ts'
import type { TestClient, TestRequest, TestResponse } from './test-server.ts'

/** What a caller knows of a route and the suite cannot invent. */
export type RouteSample = {
  /** A request that the route's checks of form let through; the thing it names need not exist. */
  valid?: Omit<TestRequest, 'method' | 'url' | 'as'> & { params?: Record<string, string> }
  /** A body that breaks the schema; an empty list or a number by default. */
  invalidBody?: unknown
  /** Path parameters of a thing that does not exist; given for routes that return 404 then. */
  unknown?: Record<string, string>
}

export type AccessSuite = {
  client: TestClient
  contracts: readonly RouteContract[]
  /** By `operationId`. */
  samples?: Record<string, RouteSample>
}

function sampleUrl(contract: RouteContract, params: Record<string, string> = {}): string {
  return contract.url.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? 'sample'))
}

function sampleRequest(contract: RouteContract, sample: RouteSample): TestRequest {
  const { params, ...valid } = sample.valid ?? {}
  return { ...valid, method: contract.method, url: sampleUrl(contract, params) }
}

/** That a response is the one error body with the given status (http.md#errors). */
export function isErrorBody(t: Test, response: TestResponse, { status, title }: { status: number; title: string }): void {
  const body = { message: String, error: /^[A-Z]\w+$/, traceId: response.headers['x-trace-id'] }
  t.match({ status: response.status, body: response.body }, { status, body }, `${title}: ${status} with the one error body`)
  t.ok(response.body?.errors !== undefined, `${title}: errors is there, if only as null`)
}

type RouteCheck = { client: TestClient; contract: RouteContract; sample: RouteSample; request: TestRequest }

type Refusal = { status: number; title: string; contract: RouteContract }

/** The response to `HEAD` has no body to look at. */
function isRefused(t: Test, response: TestResponse, { status, title, contract }: Refusal): void {
  if (contract.method === 'HEAD') t.same([response.status, response.text], [status, ''], `${title}: ${status} without a body`)
  else isErrorBody(t, response, { status, title })
}

async function refusesWithoutToken(t: Test, { client, contract, request }: RouteCheck): Promise<void> {
  const missing = await client.send({ ...request, as: null })
  isRefused(t, missing, { contract, status: 401, title: 'no token' })
  t.ok(missing.headers['www-authenticate'], 'no token: WWW-Authenticate')
}

async function refusesTokens(t: Test, { client, contract, request }: RouteCheck, tokens: BadTokens): Promise<void> {
  for (const [fault, token] of Object.entries(tokens)) {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    isRefused(t, await client.send({ ...request, headers, as: null }), { contract, status: 401, title: `token ${fault}` })
  }
}

async function refusesWrongRoles(t: Test, { client, contract, request }: RouteCheck): Promise<void> {
  const { access } = contract
  if (access === 'public') return
  const wrong = roles.filter((role) => !isAllowed([role], access))
  isRefused(t, await client.send({ ...request, as: { roles: wrong } }), {
    contract,
    status: 403,
    title: `only ${wrong.join(', ')}`,
  })
}

async function refusesBadBodies(t: Test, { client, contract, sample, request }: RouteCheck): Promise<void> {
  if (contract.body === undefined) return
  isRefused(t, await client.send({ ...request, body: '{"a":' }), { contract, status: 400, title: 'malformed JSON' })
  const invalid = sample.invalidBody ?? (contract.body.type === 'array' ? {} : [])
  const response = await client.send({ ...request, body: invalid })
  isRefused(t, response, { contract, status: 400, title: 'invalid body' })
  t.ok(Object.keys(response.body?.errors ?? {}).length > 0, 'invalid body: the paths are named')
}

async function refusesBadUploads(t: Test, { client, contract, request }: RouteCheck): Promise<void> {
  if (contract.takesFile !== true) return
  isRefused(t, await client.send({ ...request, body: undefined }), { contract, status: 400, title: 'no file' })
  isRefused(t, await client.send({ ...request, body: {} }), { contract, status: 415, title: 'JSON instead of a file' })
}

/** A public route without a body has none of the rules. */
function hasRules({ access, body, takesFile }: RouteContract, { unknown }: RouteSample): boolean {
  return access !== 'public' || body !== undefined || takesFile === true || unknown !== undefined
}

/**
 * Checks of every route: 401 without a token and with a foreign one, 403 without the role, 400 for
 * a body that does not fit, 404 for an unknown id where the sample gives one. A token is verified
 * at one place for all routes: the first one is called with each kind of bad token.
 */
export async function accessSuite(t: Test, { client, contracts, samples = {} }: AccessSuite): Promise<void> {
  const badTokens = await client.issuer.badTokens()
  const oneBadToken = { 'signed with a foreign key': badTokens['signed with a foreign key'] }
  const first = contracts.find(({ access }) => access !== 'public')
  for (const contract of contracts) {
    const sample = samples[contract.operationId] ?? {}
    if (!hasRules(contract, sample)) continue
    await t.test(`given ${contract.operationId}, when it is called badly, then it keeps the rules of access`, async (t) => {
      const request = sampleRequest(contract, sample)
      const check = { client, contract, sample, request }
      if (contract.access !== 'public') {
        await refusesWithoutToken(t, check)
        await refusesTokens(t, check, contract === first ? badTokens : oneBadToken)
        await refusesWrongRoles(t, check)
      }
      await refusesBadBodies(t, check)
      await refusesBadUploads(t, check)
      if (sample.unknown === undefined) return
      const missing = await client.send({ ...request, url: sampleUrl(contract, sample.unknown) })
      isRefused(t, missing, { contract, status: 404, title: 'unknown id' })
    })
  }
}
