import type { HoldRule } from '@oms/contracts/config/hold-rules'
import type { Hold } from '@oms/contracts/orders/hold'
import type { ReasonNext } from '@oms/contracts/why/reason'
import { activeHolds } from '../../../order/rules/holds/holds.ts'
import { type ExplainerOf, evidence, type Facts, firstReason, orderUrl, type Reason, type ReasonFields, reason } from './facts.ts'
import { cited, moment } from './words.ts'

/** Why the order is held: a reason for each hold that is not released (holds.md#holds). */
export function holdReasons(facts: Facts): Reason[] {
  return activeHolds(facts.order).flatMap((hold) => firstReason(holdExplainers, hold, facts) ?? [])
}

/** A hold that a rule about the open amounts of the customer has placed (holds.md#open-amount). */
function heldForCredit(hold: Hold, facts: Facts): Reason | null {
  const rule = findHoldRule(hold, facts)
  if (rule === undefined || rule.openAmountAbove === null) return null
  const { amount, currency } = rule.openAmountAbove
  return heldReason(hold, facts, {
    code: 'HeldForCredit',
    sentence: `Rule "${hold.rule}" holds the order (${hold.reasonCode}): what the customer owed was above ${amount} ${currency} when it was created.${noteSentence(hold)}`,
  })
}

function heldByRule(hold: Hold, facts: Facts): Reason | null {
  if (hold.rule === null) return null
  return heldReason(hold, facts, {
    code: 'HeldByRule',
    sentence: `Rule "${hold.rule}" has held the order since it was created (${hold.reasonCode}).${noteSentence(hold)}`,
  })
}

function heldByPerson(hold: Hold, facts: Facts): Reason | null {
  const who = hold.createdBy === null ? '' : ` by ${hold.createdBy}`
  return heldReason(hold, facts, {
    code: 'HeldByPerson',
    sentence: `The order is held${who} (${hold.reasonCode}).${noteSentence(hold)}`,
  })
}

const holdExplainers: readonly ExplainerOf<Hold>[] = [heldForCredit, heldByRule, heldByPerson]

function heldReason(hold: Hold, facts: Facts, fields: ReasonFields): Reason {
  const { id: holdId, reasonCode, note, rule, created, createdBy, until, releaseRule } = hold
  const configured = findHoldRule(hold, facts)
  return reason(facts, {
    ...fields,
    since: created,
    next: nextRelease(hold, facts),
    actions: [
      {
        sentence: 'Release it, once the reason is gone.',
        method: 'POST',
        url: orderUrl(facts, 'Holds', holdId, 'Release'),
        body: { note: '<why>' },
      },
    ],
    evidence: [
      evidence('Hold', { holdId, reasonCode, note, rule, created, createdBy, until, releaseRule }),
      ...(configured === undefined ? [] : [ruleEvidence(configured)]),
    ],
  })
}

function nextRelease({ until, releaseRule }: Hold, { order, currency }: Facts): ReasonNext | null {
  const byTime = until === null ? [] : [`at ${moment(until)}`]
  const byPayment =
    releaseRule === null
      ? []
      : [`when the order is paid in full (${order.remainingPayment} ${currency} are neither authorised nor captured)`]
  const ways = [...byTime, ...byPayment]
  return ways.length === 0 ? null : { sentence: `It is released automatically ${ways.join(', or ')}.`, at: until }
}

/** What the rule asks for; not whom it names, since those are other customers. */
function ruleEvidence({ name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove }: HoldRule) {
  return evidence('Rule', { rule: name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove })
}

/** The rule as it is configured now; undefined where it was removed since. */
function findHoldRule({ rule }: Hold, { holdRules }: Facts): HoldRule | undefined {
  return rule === null ? undefined : holdRules.find(({ name }) => name === rule)
}

function noteSentence({ note }: Hold): string {
  return note === null ? '' : ` Note: ${cited(note, 'none')}.`
}
