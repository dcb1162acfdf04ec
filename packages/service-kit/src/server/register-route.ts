import type { IncomingHttpHeaders } from 'node:http'
import type { RouteContract } from '@oms/contracts/route'
import type { OptionalKind, Static, TSchema } from '@sinclair/typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import type { InTransaction, Transaction } from '../database/transaction.ts'
import type { Answer } from './answer.ts'
import { answerChecker } from './answer-check.ts'
import { accessCheck } from './authentication.ts'
import type { Caller } from './caller.ts'
import { type IfMatch, parseIfMatch } from './etag.ts'
import { type FinishedAnswer, finisher, sendAnswer } from './finish-answer.ts'
import { type KeyedCall, runIdempotent } from './idempotency.ts'
import { inputReaders, type RouteInput } from './route-input.ts'
import './server-state.ts'

/** The server that a feature puts its routes on, for features, which do not import Fastify. */
export type Server = FastifyInstance

/** What every handler's `deps` have at least. */
export type KitDeps = { inTransaction: InTransaction }

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
  headers: IncomingHttpHeaders
  /** Null only on public routes. */
  caller: C['access'] extends 'public' ? Caller | null : Caller
  ifMatch: IfMatch | null
  traceId: string
  /** Names the trace in every record. */
  log: FastifyBaseLogger
  /** For routes with `transactions: 'separate'`: keeps the answer for repeats of the request, in the given transaction. */
  recordAnswer: (tx: Transaction, answer: Answer) => Promise<void>
}

export type RouteHandler<C extends RouteContract, D extends KitDeps> = (deps: D, request: TypedRequest<C>) => Promise<Answer>

export type RegisterOptions = {
  /**
   * With an `Idempotency-Key`, `one` (the rule) runs the whole handler in one transaction together with the keeping of its
   * answer. `separate` leaves the transactions to the handler, which calls `recordAnswer` in its last one.
   */
  transactions?: 'one' | 'separate'
}

type Route<C extends RouteContract, D extends KitDeps> = {
  deps: D
  contract: C
  handler: RouteHandler<C, D>
  transactions: 'one' | 'separate'
  read: (request: FastifyRequest) => RouteInput
  finish: (request: FastifyRequest, answer: Answer) => FinishedAnswer
}

const recordNothing = () => Promise.resolve()

function typedRequest(request: FastifyRequest, input: RouteInput): TypedRequest {
  return {
    params: input.params as never,
    query: input.query as never,
    body: input.body as never,
    headers: request.headers,
    caller: request.caller as Caller,
    ifMatch: parseIfMatch(request.headers['if-match']),
    traceId: request.traceId,
    get log() {
      return request.log.child({ traceId: request.traceId })
    },
    recordAnswer: recordNothing,
  }
}

async function answerWithKey<C extends RouteContract, D extends KitDeps>(
  route: Route<C, D>,
  request: FastifyRequest,
  database: Database,
): Promise<FinishedAnswer> {
  const typed = typedRequest(request, route.read(request))
  const call: KeyedCall = {
    request,
    contract: route.contract,
    transactions: route.transactions,
    finish: (answer) => route.finish(request, answer),
    run: (inTransaction, recordAnswer) => {
      const deps = inTransaction === null ? route.deps : { ...route.deps, inTransaction }
      return route.handler(deps, { ...typed, recordAnswer } as unknown as TypedRequest<C>)
    },
  }
  return runIdempotent(call, database)
}

function fastifyHandler<C extends RouteContract, D extends KitDeps>(route: Route<C, D>) {
  const canRepeat = route.contract.method !== 'GET' && route.contract.access !== 'public'
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { database } = request.server.kit
    if (canRepeat && request.headers['idempotency-key'] !== undefined && database !== null) {
      return sendAnswer(reply, await answerWithKey(route, request, database))
    }
    const typed = typedRequest(request, route.read(request))
    const answer = await route.handler(route.deps, typed as unknown as TypedRequest<C>)
    return sendAnswer(reply, route.finish(request, answer))
  }
}

/**
 * Puts a contract's route on the server: token and role first (401, 403), then the input (400), then the handler, whose answer
 * gets status, `ETag`, `Prefer` and `Idempotency-Key` handling by the contract. `HEAD` comes with every `GET`.
 */
// biome-ignore lint/complexity/useMaxParams: a routes file reads as a table: server, dependencies, contract, handler.
export function register<const C extends RouteContract, D extends KitDeps>(
  app: FastifyInstance,
  deps: D,
  contract: C,
  handler: RouteHandler<C, D>,
  options: RegisterOptions = {},
): void {
  const finish = finisher(contract, app.kit.checkAnswers ? answerChecker(contract) : null)
  const read = inputReaders(contract)
  app.kit.contracts.push(contract)
  app.route({
    method: contract.method,
    url: contract.url,
    ...(contract.bodyLimit === undefined ? {} : { bodyLimit: contract.bodyLimit }),
    onRequest: accessCheck(app.kit.authenticator, contract.access),
    handler: fastifyHandler({ deps, contract, handler, transactions: options.transactions ?? 'one', read, finish }),
  })
}
