import { acceptedLanguage } from '@open-oms/contracts/why/catalogue/sentence-format'
import * as contracts from '@open-oms/contracts/why/day-reasons'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { explainDay } from './explain-day.ts'

/** Registers the route that explains why days are posted or not. */
export function registerExplainDay(app: Server, deps: Deps): void {
  register(app, deps, contracts.explainDay, async (deps, { caller, query, headers }) => ({
    headers: { vary: 'accept-language' },
    body: await explainDay(deps, caller, { ...query, language: acceptedLanguage(headers['accept-language']) }),
  }))
}
