import type { Client } from '@open-oms/client'
import { buildPostings } from './build-postings.ts'
import { findLedger, type LedgerDay } from './ledger.ts'
import { byCurrency, planStore, type StorePlan } from './store-plan.ts'
import { type OrderFlow, orderFlow, type Tenant, writableStores } from './tenant.ts'

/** Something that the demo needs and does not find in the running system. */
export class DemoNeeds extends Error {}

/** The day of a store at a moment, by the store's clock. */
export function ledgerDay({ storeId, currency, timeZone }: StorePlan, now: Date): LedgerDay {
  return { storeId, currency, date: new Intl.DateTimeFormat('en-CA', { timeZone }).format(now) }
}

/** How orders go through their life. Throws DemoNeeds. */
export function chooseFlow(tenant: Tenant): OrderFlow {
  const { accounting } = tenant.settings
  if (!accounting.postingEnabled || !accounting.webFulfillmentPostingEnabled)
    throw new DemoNeeds(
      'The demo needs postings of web orders: accounting.postingEnabled and webFulfillmentPostingEnabled in settings.json.',
    )
  const flow = orderFlow(tenant)
  if (flow !== null) return flow
  throw new DemoNeeds(
    'The demo needs an order type whose first status may move to a delivered one with the step CapturePayments, both without steps that ask ' +
      'someone outside (order-types.json).',
  )
}

type Choice = { client: Client; tenant: Tenant; clientId: string; configDir: string; now: Date }
/** Stores that are looked at: a tenant may have hundreds. */
const COUNT_MAX = 8

/**
 * Stores whose orders of today can be booked, of different currencies first, at most eight. The
 * postings of today are built first. Throws DemoNeeds, which says for each store why not, when
 * there is none.
 */
export async function chooseStores({ client, tenant, clientId, configDir, now }: Choice): Promise<StorePlan[]> {
  const refused: string[] = []
  const plans: StorePlan[] = []
  for (const store of writableStores(tenant, clientId)) {
    const plan = planStore(tenant, store)
    if ('reason' in plan) refused.push(`${store.id}: ${plan.reason}`)
    else plans.push(plan)
  }
  const days = plans.map((plan) => ledgerDay(plan, now))
  const built = days.length === 0 ? null : buildPostings(days, configDir)
  const chosen: StorePlan[] = []
  for (const plan of byCurrency(plans)) {
    if (chosen.length === COUNT_MAX) break
    const day = ledgerDay(plan, now)
    const reason = await unbookable(client, day, built?.findDraftReason(day) ?? null)
    if (reason === null) chosen.push(plan)
    else refused.push(`${plan.storeId}: ${reason}`)
  }
  for (const line of refused) console.log(`  left out  ${line}`)
  if (chosen.length > 0) return chosen
  throw new DemoNeeds(
    'The demo needs a store whose company has accounts for Sales, OutputVat, Shipping, Rounding, PaymentMethod and RefundPaymentMethod, whose ' +
      'market has a payment method of a manual connector, and whose posting of today is neither a draft nor reconciled.',
  )
}

/** Why an order of today would not be booked on this day; null when it would. */
async function unbookable(client: Client, day: LedgerDay, draftReason: string | null): Promise<string | null> {
  if (draftReason !== null) return `its posting of today cannot be built: ${draftReason}`
  const ledger = await findLedger(client, day)
  return ledger?.status === 'Reconciled' ? 'its posting of today is reconciled' : null
}
