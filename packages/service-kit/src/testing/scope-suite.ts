import { isReadMethod, type RouteContract } from '@open-oms/contracts/route'
import type { Test } from 'tap'
import type { TestRequest, TestResponse } from './test-server.ts'

/**
 * What names the data of a store, by what it is; the same keys for each store. Texts of letters,
 * digits and hyphens, so that no URL changes them.
 */
export type StoreIds<Key extends string = string> = Readonly<Record<Key, string>>

/**
 * The requests by which a route reads what the ids name, alone or together with the client's own,
 * and those that name nothing.
 */
export type ScopeRequests<Key extends string> = (ids: StoreIds<Key>, own: StoreIds<Key>) => readonly TestRequest[]

/** How a route is asked for the data of a store, or why it has none. */
export type ScopeCase<Key extends string> =
  | ScopeRequests<Key>
  /** A route whose response names nothing, such as a count or a drawing. */
  | { silent: ScopeRequests<Key> }
  | { exempt: string }

export type ScopeSuite<Key extends string> = {
  send(request: TestRequest): Promise<TestResponse>
  contracts: readonly RouteContract[]
  /** By `operationId`; of each route that reads, and of others that return data. */
  cases: Readonly<Record<string, ScopeCase<Key>>>
  /** The store that the client is limited to. */
  storeId: string
  /** The data of that store, of another one, and of nobody. */
  own: StoreIds<Key>
  foreign: StoreIds<Key>
  unknown: StoreIds<Key>
  /**
   * What must never be in a response: the ids, and other texts that only the data of the other
   * store has.
   */
  secrets: readonly string[]
}

/**
 * Whether a route reads: by its method, or because a role that only reads may call it, as a search
 * by POST.
 */
function isRead({ method, access, hasEffect }: RouteContract): boolean {
  if (isReadMethod(method)) return hasEffect !== true
  return access !== 'public' && access.some((role) => role.endsWith('Read'))
}

/**
 * A client of one store never receives an id of another store's data (security.md#store-scope).
 * Each route that reads must have a case, so that a new one cannot be forgotten. The other store's
 * data is asked for by each route: the response has none of the secrets but those in the request
 * itself, and is the same as for data that nobody has. The same requests without the limit show
 * that there was something to leak.
 */
export async function scopeSuite<Key extends string>(t: Test, suite: ScopeSuite<Key>): Promise<void> {
  const { contracts, cases } = suite
  const names = new Set(contracts.map(({ operationId }) => operationId))
  const missing = contracts.filter((contract) => isRead(contract) && !(contract.operationId in cases))
  t.same(
    missing.map(({ operationId }) => operationId),
    [],
    'each route that reads has a case',
  )
  t.same(
    Object.keys(cases).filter((name) => !names.has(name)),
    [],
    'each case is of a route',
  )
  for (const contract of contracts) {
    const given = cases[contract.operationId]
    if (given === undefined || 'exempt' in given) continue
    const isSilent = typeof given !== 'function'
    const requests = isSilent ? given.silent : given
    await t.test(`given two stores, when a client of one calls ${contract.operationId}, then it gets only its own`, async (t) => {
      await showsOwn(t, suite, { requests, isSilent })
      await hidesForeign(t, suite, { requests, isSilent, isRead: isRead(contract) })
    })
  }
}

type RouteCase<Key extends string> = { requests: ScopeRequests<Key>; isSilent: boolean }

async function showsOwn<Key extends string>(t: Test, suite: ScopeSuite<Key>, { requests, isSilent }: RouteCase<Key>) {
  const responses = []
  for (const request of requests(suite.own, suite.own)) {
    const response = await limited(t, suite, request)
    t.ok(
      response.status < 400,
      `${requestName(request)} shows the client its own data: ${response.status} ${response.text.slice(0, 500)}`,
    )
    responses.push(response)
  }
  if (isSilent) return
  const ids = Object.values<string>(suite.own)
  t.ok(
    responses.some((response) => ids.some((id) => responseText(response).includes(id))),
    'an id of the own data is in a response',
  )
}

async function hidesForeign<Key extends string>(
  t: Test,
  suite: ScopeSuite<Key>,
  { requests, isSilent, isRead }: RouteCase<Key> & { isRead: boolean },
) {
  const { own, foreign, unknown, secrets } = suite
  const asked = requests(foreign, own)
  const madeUp = requests(unknown, own)
  let isReachable = false
  for (const [index, request] of asked.entries()) {
    const response = await limited(t, suite, request)
    // A write is refused where the store is not covered; a read does not even say that there is
    // something.
    if (isRead) {
      const ofNobody = await suite.send({ ...(madeUp[index] as TestRequest), ...limitedToStore(suite) })
      t.same(plain(response, suite), plain(ofNobody, suite), `${requestName(request)} says no more than of what nobody has`)
    }
    const whole = await suite.send(request)
    isReachable ||= isSilent
      ? whole.status !== response.status || whole.text !== response.text
      : secrets.some((secret) => responseText(whole).includes(secret))
  }
  t.ok(isReachable, 'without the limit the data of the other store is found')
}

/** Asks as the limited client, and checks that nothing of the other store is in the response. */
async function limited<Key extends string>(t: Test, suite: ScopeSuite<Key>, request: TestRequest): Promise<TestResponse> {
  const response = await suite.send({ ...request, ...limitedToStore(suite) })
  const mentioned = JSON.stringify(request)
  const leaked = suite.secrets.filter((secret) => !mentioned.includes(secret) && responseText(response).includes(secret))
  t.same(leaked, [], `${requestName(request)} leaks nothing`)
  return response
}

function limitedToStore<Key extends string>({ storeId }: ScopeSuite<Key>): Pick<TestRequest, 'as'> {
  return { as: { storeIds: [storeId] } }
}

function requestName({ method = 'GET', url, query, body }: TestRequest): string {
  return [method, url, ...[query, body].filter((part) => part !== undefined).map((part) => JSON.stringify(part))].join(' ')
}

function responseText({ text, headers }: TestResponse): string {
  return `${JSON.stringify(headers)}\n${text}`
}

/** Differ from one request to the next, whatever is asked for. */
const PASSING = /"(traceId|asOf|scrollId)":"[^"]*"/g

/** Status and body without what differs anyway; ids of the other store read as those of nobody. */
function plain<Key extends string>({ status, text }: TestResponse, { foreign, unknown }: ScopeSuite<Key>) {
  const keys = (Object.keys(foreign) as Key[]).sort((a, b) => foreign[b].length - foreign[a].length)
  const renamed = keys.reduce((body, key) => body.replaceAll(foreign[key], unknown[key]), text)
  return { status, body: renamed.replaceAll(PASSING, '') }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ID_KEY = /(^id|Ids?|Key|Number)$/
/** Shorter ids, such as the number of a shipment, are in the data of every store. */
const ID_LENGTH_MIN = 8

/**
 * The texts by which JSON values name something: values of properties that are ids by their name,
 * and UUIDs wherever they are.
 */
export function idsIn(values: readonly unknown[]): Set<string> {
  const found = new Set<string>()
  // Of an item of a list the property that holds the list says what it is.
  const look = (value: unknown, key: string) => {
    if (isId(value, key)) found.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, item] of Object.entries(value)) look(item, Array.isArray(value) ? key : name)
  }
  look(values, '')
  return found
}

function isId(value: unknown, key: string): value is string {
  return typeof value === 'string' && (UUID.test(value) || (ID_KEY.test(key) && value.length >= ID_LENGTH_MIN))
}
