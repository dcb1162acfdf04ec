import type { HoldRule } from '@oms/contracts/config/hold-rules'
import type { Hold } from '@oms/contracts/orders/hold'
import type { PlannedNext } from '@oms/contracts/why/write-reasons'
import { activeHolds } from '../../../order/rules/holds/holds.ts'
import { cited, type Explainers, evidence, type Facts, firstReason, money, orderUrl, type Reason } from './facts.ts'

/** Why the order is held: a reason for each hold that is not released (holds.md#holds). */
export function holdReasons(facts: Facts): Reason[] {
  return activeHolds(facts.order).flatMap((hold) => {
    const found = firstReason(holdExplainers, hold, facts)
    if (found === null) return []
    const { id: holdId, reasonCode, note, rule, created, createdBy, until, releaseRule } = hold
    const configured = findHoldRule(hold, facts)
    const url = orderUrl(facts, 'Holds', holdId, 'Release')
    return {
      ...found,
      since: created,
      next: nextRelease(hold, facts),
      actions: [{ code: 'ReleaseHold', method: 'POST', url, body: { note: '<why>' } }],
      evidence: [
        evidence('Hold', { holdId, reasonCode, note, rule, created, createdBy, until, releaseRule }),
        ...(configured === undefined ? [] : [ruleEvidence(configured)]),
      ],
    }
  })
}

const holdExplainers: Explainers<'HeldForCredit' | 'HeldByRule' | 'HeldByPerson', Hold> = {
  // holds.md#open-amount
  HeldForCredit: (hold, facts) => {
    const rule = findHoldRule(hold, facts)
    if (rule === undefined || rule.openAmountAbove === null) return null
    const { amount, currency } = rule.openAmountAbove
    const { reasonCode: reason, note } = hold
    return { parameters: { reason, rule: rule.name, limit: { amount, currency }, note: cited(note) } }
  },
  HeldByRule: ({ reasonCode: reason, rule, note }) =>
    rule === null ? null : { parameters: { reason, rule, note: cited(note) } },
  HeldByPerson: ({ reasonCode: reason, createdBy: by, note }) => ({ parameters: { reason, by, note: cited(note) } }),
}

function nextRelease({ until: at, releaseRule }: Hold, facts: Facts): PlannedNext | null {
  if (at === null && releaseRule === null) return null
  const unpaid = releaseRule === null ? null : money(facts, facts.order.remainingPayment)
  return { code: 'HoldReleased', parameters: { at, unpaid }, at }
}

/** What the rule asks for; not whom it names, since those are other customers. */
function ruleEvidence({ name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove }: HoldRule) {
  return evidence('Rule', { rule: name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove })
}

/** The rule as it is configured now; undefined where it was removed since. */
function findHoldRule({ rule }: Hold, { holdRules }: Facts): HoldRule | undefined {
  return rule === null ? undefined : holdRules.find(({ name }) => name === rule)
}
