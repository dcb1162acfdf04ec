import type { DeadLetterRoutes } from '@open-oms/contracts/dead-letters/routes'
import { requireAllStores } from '../authentication/caller.ts'
import type { QueryRunner } from '../database/database.ts'
import { type KitDeps, register, type Server } from '../server/register-route.ts'
import { dropDeadLetter, oneDeadLetter, pageOfDeadLetters, replayDeadLetter } from './dead-letter-requests.ts'

type Deps = KitDeps & Pick<QueryRunner, 'query'> & { reading: QueryRunner }

const subject = 'Dead letters are'

/**
 * Registers the routes of a service's dead letters, for callers of all stores: what an event is
 * about may belong to any.
 */
export function registerDeadLetters(app: Server, deps: Deps, routes: DeadLetterRoutes): void {
  register(app, deps, routes.list, async ({ reading }, { query, caller }) => {
    requireAllStores(caller, subject)
    return { body: await pageOfDeadLetters(reading, query) }
  })

  register(app, deps, routes.read, async (deps, { params, caller }) => {
    requireAllStores(caller, subject)
    return { body: await oneDeadLetter(deps, params.deadLetterId) }
  })

  register(app, deps, routes.replay, async ({ inTransaction }, { params, caller, log }) => {
    requireAllStores(caller, subject)
    return { body: await replayDeadLetter(inTransaction, { ...params, caller, log }) }
  })

  register(app, deps, routes.drop, async ({ inTransaction }, { params, caller, log }) => {
    requireAllStores(caller, subject)
    return { body: await dropDeadLetter(inTransaction, { ...params, caller, log }) }
  })
}
