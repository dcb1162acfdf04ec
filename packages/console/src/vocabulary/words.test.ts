import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerLineCategories } from '@open-oms/contracts/accounting/ledger-line'
import { postingSources, postingStatuses } from '@open-oms/contracts/accounting/posting'
import { actorKinds, auditActs, auditOutcomes } from '@open-oms/contracts/audit/audit-acts'
import { workflowConditions } from '@open-oms/contracts/config/order-types'
import { holdReleaseCauses, holdReleaseRules } from '@open-oms/contracts/orders/hold'
import { movementKinds } from '@open-oms/contracts/orders/inventory/inventory'
import { jobKinds, jobOutcomes, jobStates } from '@open-oms/contracts/orders/jobs/job'
import { messageStates } from '@open-oms/contracts/orders/messages/message'
import { fulfilmentStatuses, orderPaymentStatuses } from '@open-oms/contracts/orders/order-states'
import { orderOperations } from '@open-oms/contracts/orders/order-version'
import { paymentStatuses, transactionTypes } from '@open-oms/contracts/orders/payment'
import { commentTypes } from '@open-oms/contracts/orders/staff/comments'
import { deliveryStates } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import { reasonClasses } from '@open-oms/contracts/orders/workflow/reason-class'
import { runStates } from '@open-oms/contracts/orders/workflow/run-search'
import t from 'tap'
import { auditEn } from '../texts/en/audit.ts'
import { moneyEn } from '../texts/en/money.ts'
import { stockEn } from '../texts/en/stock.ts'
import { vocabularyEn } from '../texts/en/vocabulary.ts'
import { workEn } from '../texts/en/work.ts'
import { auditNb } from '../texts/nb/audit.ts'
import { moneyNb } from '../texts/nb/money.ts'
import { stockNb } from '../texts/nb/stock.ts'
import { vocabularyNb } from '../texts/nb/vocabulary.ts'
import { workNb } from '../texts/nb/work.ts'
import { type VocabularyName, wordsIn } from './words.ts'

const reference = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'reference', 'workflow-steps-reference.md')
/** Every step that a status may have. */
const documentedSteps = [...readFileSync(reference, 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name)
/** Whoever presses a button sees its step too, which no status may name. */
const workflowSteps = [...documentedSteps, 'Button']

/** The values of each vocabulary, as the contracts and the reference have them. */
const values: Readonly<Record<VocabularyName, readonly string[]>> = {
  transactionTypes,
  paymentStatuses,
  orderPaymentStatuses,
  fulfilmentStatuses,
  workflowSteps,
  stepOutcomes: workflowConditions,
  runStates,
  reasonClasses,
  messageStates,
  deliveryStates,
  commentTypes,
  holdReleaseRules,
  holdReleaseCauses,
  orderOperations,
}

t.test(
  'given every value of the contracts, when it is shown, then both languages have words for it and for no other',
  async (t) => {
    for (const [language, vocabulary] of Object.entries({ en: vocabularyEn, nb: vocabularyNb })) {
      t.same(Object.keys(vocabulary).sort(), Object.keys(values).sort(), language)
      for (const [name, known] of Object.entries(values)) {
        const texts: Readonly<Record<string, string>> = vocabulary[name as VocabularyName]
        t.same(Object.keys(texts).sort(), [...known].sort(), `${language}: ${name}`)
        t.ok(Object.values(texts).every((text) => text !== ''))
      }
    }
  },
)

t.test('given the values that areas have words for, when they are shown, then both languages have all of them', async (t) => {
  for (const [work, money, stock, audit] of [
    [workEn, moneyEn, stockEn, auditEn],
    [workNb, moneyNb, stockNb, auditNb],
  ] as const) {
    const areas: readonly (readonly [object, readonly string[]])[] = [
      [work.job.kinds, jobKinds],
      [work.job.states, jobStates],
      [work.job.outcomes, jobOutcomes],
      [money.posting.sources, postingSources],
      [money.posting.statuses, postingStatuses],
      [money.line.categories, ledgerLineCategories],
      [stock.movements.kinds, movementKinds],
      [audit.acts, auditActs],
      [audit.outcomes, auditOutcomes],
      [audit.kinds, actorKinds],
    ]
    for (const [texts, known] of areas) t.same(Object.keys(texts).sort(), [...known].sort())
  }
})

t.test('given a value that a newer API has, when it is shown, then it is shown as it is', async (t) => {
  const words = wordsIn(vocabularyNb)
  t.equal(words('transactionTypes', 'Credit'), 'Refusjon')
  t.equal(words('transactionTypes', 'Chargeback'), 'Chargeback')
  t.equal(words('transactionTypes', 'constructor'), 'constructor')
  t.equal(wordsIn({})('runStates', 'Held'), 'Held', 'before the words are loaded')
})
