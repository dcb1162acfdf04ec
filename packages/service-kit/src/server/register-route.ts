import type { IncomingHttpHeaders } from 'node:http'
import { usableRoles } from '@open-oms/contracts/access'
import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { invariant } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import type { OptionalKind, Static, TSchema } from '@sinclair/typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { requestOrigin } from '../audit/audit-entry.ts'
import { accessCheck } from '../authentication/authentication.ts'
import type { Caller } from '../authentication/caller.ts'
import type { QueryRunner } from '../database/database.ts'
import type { InTransaction, Transaction } from '../database/transaction.ts'
import { type IfMatch, parseIfMatch } from '../http/etag.ts'
import { type FinishedResponse, finisher, sendResponse, wantsEmptyOmitted } from '../http/finish-response.ts'
import type { RouteResponse } from '../http/route-response.ts'
import { noteUndeclared } from '../http/undeclared-properties.ts'
import { isKeyed, noteSentInput, runIdempotent } from '../idempotency/idempotency.ts'
import type { HandlerTransactions, IdempotencyKeys, KeyedCall } from '../idempotency/keyed-runs.ts'
import type { KeyedWrite } from '../idempotency/keyed-write.ts'
import { inputSchemas, prepareInput } from '../input/input-validation.ts'
import type { Upload } from '../input/read-form.ts'
import { addForms } from '../input/read-form.ts'
import { readUpload } from '../input/read-upload.ts'
import { audited } from './audited-handler.ts'
import { announceDeprecation } from './deprecation.ts'
import { hidesPersonalData, refuseHiddenFilters, withoutPersonalData } from './personal-data.ts'
import '../http/server-state.ts'

/** The server that a feature puts its routes on, for features, which do not import Fastify. */
export type Server = FastifyInstance

/** What every handler's `deps` have at least. */
export type KitDeps = {
  inTransaction: InTransaction
  /**
   * Where the handler reads what nothing is decided by: the standby, if the contract allows it and
   * there is one; else the same database as for all else.
   */
  reading?: QueryRunner
}

type Part<C, K extends string> = C extends { [key in K]: infer S extends TSchema }
  ? S extends { [OptionalKind]: 'Optional' }
    ? Static<S> | undefined
    : Static<S>
  : undefined

/** A request as its contract types it: read, normalised and checked. */
export type TypedRequest<C extends RouteContract = RouteContract> = {
  params: Part<C, 'params'>
  query: Part<C, 'query'>
  body: Part<C, 'body'>
  /** Of routes that take a file; removed when the request is finished. */
  file: C extends { takesFile: true } ? Upload : undefined
  headers: IncomingHttpHeaders
  /** The network address of who sends, as far as proxies are trusted to say so. */
  address: string
  /** Null only on public routes. */
  caller: C['access'] extends 'public' ? Caller | null : Caller
  ifMatch: IfMatch | null
  /** The client prefers bodies without empty fields; see `wantsEmptyOmitted`. */
  omitsEmpty: boolean
  traceId: string
  /** Who sends it, and from where, for the audit log. */
  origin(): AuditOrigin
  /**
   * Names in the response keys of written properties that are not declared
   * (custom-fields.md#undeclared-properties).
   */
  noteUndeclared(keys: readonly string[]): void
  /** Whether the caller has closed the connection: nobody would get a response. */
  isGone(): boolean
  /** Names the trace in every record. */
  log: FastifyBaseLogger
  /**
   * The key of a request that is claimed by the write of a document, and not before; for what
   * writes it.
   */
  keyed: KeyedWrite | null
  /**
   * For routes with several transactions: keeps the response for repeats of the request, in the
   * given transaction.
   */
  recordResponse: (tx: Transaction, response: RouteResponse) => Promise<void>
  /**
   * For requests with a key: keeps the response to send if the process dies after the
   * given transaction, whose effect must not be repeated. Null when there is nothing to keep.
   */
  recordInterim: ((tx: Transaction, response: RouteResponse) => Promise<void>) | null
}

export type RouteHandler<C extends RouteContract, D extends KitDeps> = (
  deps: D,
  request: TypedRequest<C>,
) => Promise<RouteResponse>

/** `transactions` is `one` when absent. */
export type RegisterOptions = { transactions?: HandlerTransactions }

type Route<C extends RouteContract, D extends KitDeps> = {
  deps: D
  /** The same for requests without an `Idempotency-Key`. */
  readingDeps: D
  contract: C
  handler: RouteHandler<C, D>
  transactions: HandlerTransactions
  finish: (request: FastifyRequest, response: RouteResponse) => FinishedResponse
}

const recordNothing = () => Promise.resolve()

/** The caller with the roles that the contract names: what the handler gets by the gateway too. */
function routeCaller(caller: Caller | null, contract: RouteContract): Caller | null {
  return caller === null ? null : { ...caller, roles: usableRoles(caller.roles, contract) }
}

function typedRequest(request: FastifyRequest, contract: RouteContract, file: Upload | null): TypedRequest {
  const { params, query, body } = contract
  return {
    params: (params === undefined ? undefined : request.params) as never,
    query: (query === undefined ? undefined : request.query) as never,
    body: (body === undefined ? undefined : request.body) as never,
    file: (file ?? undefined) as never,
    headers: request.headers,
    address: request.ip,
    caller: routeCaller(request.caller, contract) as Caller,
    ifMatch: parseIfMatch(request.headers['if-match']),
    omitsEmpty: wantsEmptyOmitted(contract, request),
    traceId: request.traceId,
    origin: () => requestOrigin(request, request.caller),
    noteUndeclared: (keys) => noteUndeclared(request, keys),
    isGone: () => request.raw.socket.destroyed,
    get log() {
      return request.log.child({ traceId: request.traceId })
    },
    keyed: null,
    recordResponse: recordNothing,
    recordInterim: null,
  }
}

async function respondWithKey<C extends RouteContract, D extends KitDeps>(
  route: Route<C, D>,
  { request, typed, file }: { request: FastifyRequest; typed: TypedRequest; file: Upload | null },
  keys: IdempotencyKeys,
): Promise<FinishedResponse> {
  const call: KeyedCall = {
    request,
    contract: route.contract,
    file,
    transactions: route.transactions,
    finish: (response) => route.finish(request, response),
    run: ({ inTransaction, ...parts }) => {
      const deps = inTransaction === undefined ? route.deps : withinTransaction(route.deps, inTransaction)
      return route.handler(deps, { ...typed, ...parts } as unknown as TypedRequest<C>)
    },
  }
  return runIdempotent(call, keys)
}

/** The same dependencies within a transaction that is open, which reads too. */
function withinTransaction<D extends KitDeps>(deps: D, inTransaction: InTransaction): D {
  const reading = deps.reading && { ...deps.reading, inTransaction }
  return { ...deps, inTransaction, ...(reading && { reading }) }
}

function fastifyHandler<C extends RouteContract, D extends KitDeps>(route: Route<C, D>) {
  const { contract } = route
  const responseTo = async (request: FastifyRequest, file: Upload | null): Promise<FinishedResponse> => {
    const { idempotencyKeys } = request.server
    const typed = typedRequest(request, contract, file)
    if (hidesPersonalData(contract, request.caller)) {
      refuseHiddenFilters(typed.caller, contract.query, request.query)
      refuseHiddenFilters(typed.caller, contract.body, request.body)
    }
    if (idempotencyKeys !== null && isKeyed(request, contract)) {
      return respondWithKey(route, { request, typed, file }, idempotencyKeys)
    }
    return route.finish(request, await route.handler(route.readingDeps, typed as unknown as TypedRequest<C>))
  }
  const shownTo = ({ caller }: FastifyRequest, response: FinishedResponse) =>
    hidesPersonalData(contract, caller) ? withoutPersonalData(contract, response) : response
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { uploadFolder } = request.server.kit
    if (contract.takesFile !== true || uploadFolder === null)
      return sendResponse(reply, shownTo(request, await responseTo(request, null)))
    const file = await readUpload(request, uploadFolder)
    return sendResponse(reply, shownTo(request, await responseTo(request, file).finally(file.discard)))
  }
}

/**
 * Registers a route on an encapsulated server where no body is parsed: the route reads it itself.
 */
function putWithUnreadBody(app: FastifyInstance, options: RouteOptions): void {
  const unread: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    await addForms(scope)
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route(options)
  }
  app.register(unread)
}

/**
 * Fields that the contract does not know are kept as text, where no address would get its base
 * back: they stay as they were sent.
 */
function addressConfig({ body }: RouteContract): NonNullable<RouteOptions['config']> {
  if (body?.additionalProperties !== true) return {}
  return { membersWithAddresses: new Set(Object.keys(body.properties).map((name) => name.toLowerCase())) }
}

/**
 * Puts a contract's route on the server: token and role first (401, 403), then the input (400),
 * then the handler, whose response gets status, `ETag`, `Prefer` and `Idempotency-Key` handling by
 * the contract. `HEAD` comes with every `GET`.
 */
// biome-ignore lint/complexity/useMaxParams: a routes file reads as a table: server, dependencies, contract, handler.
export function register<const C extends RouteContract, D extends KitDeps>(
  app: FastifyInstance,
  deps: D,
  contract: C,
  handler: RouteHandler<C, D>,
  options: RegisterOptions = {},
): void {
  const { standby } = app.kit
  const readingDeps = contract.reads === 'standby' && standby !== null ? { ...deps, reading: standby } : deps
  const finish = finisher(contract)
  app.kit.contracts.push(contract)
  const routeOptions: RouteOptions = {
    method: contract.method,
    url: contract.url,
    ...(contract.bodyLimit === undefined ? {} : { bodyLimit: contract.bodyLimit }),
    config: { ...addressConfig(contract), isStream: contract.isStream === true },
    schema: inputSchemas(contract),
    onRequest: [
      ...(contract.deprecated === undefined ? [] : [announceDeprecation(contract.deprecated)]),
      ...accessCheck(app, contract),
    ],
    preValidation: [prepareInput(contract), noteSentInput(contract)],
    handler: fastifyHandler({
      ...{ deps, readingDeps, contract, finish },
      handler: audited(app.kit.audit, contract, handler),
      transactions: options.transactions ?? 'one',
    }),
  }
  if (contract.takesFile !== true) {
    app.route(routeOptions)
    return
  }
  invariant(app.kit.uploadFolder !== null, `${contract.operationId} takes a file: the server needs a folder for uploads`)
  putWithUnreadBody(app, routeOptions)
}
