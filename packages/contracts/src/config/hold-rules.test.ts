import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import {
  findHoldRuleMarketProblems,
  findHoldRuleMethodProblems,
  findHoldRuleProblems,
  findHoldRuleStoreProblems,
  findHoldRuleTypeProblems,
  type HoldRule,
  HoldRules,
} from './hold-rules.ts'

const rules = (...given: object[]) => Value.Default(HoldRules, given) as HoldRule[]
const rule = (fields: object = {}) => ({ name: 'rule', reasonCode: 'FraudCheck', newCustomer: true, ...fields })

t.test('given rules, when the settings are read, then what is out of bounds is refused', async (t) => {
  t.ok(Value.Check(HoldRules, rules(rule())))
  const bad: [string, object][] = [
    ['no name', { name: undefined }],
    ['no reason', { reasonCode: undefined }],
    ['a reason with spaces', { reasonCode: 'two words' }],
    ['a negative amount', { totalAbove: { amount: -1, currency: 'NOK' } }],
    ['no currency', { totalAbove: { amount: 1 } }],
    ['an unknown currency', { openAmountAbove: { amount: 1, currency: 'ABC' } }],
    ['no time', { releaseAfterMinutes: 0 }],
    ['a time of years', { releaseAfterMinutes: 1_000_000 }],
    ['an unknown release rule', { releaseRule: 'Sometime' }],
    ['an unknown type of customer', { customerTypes: ['B2X'] }],
    ['an unknown field', { total: 5 }],
    ['too many values', { customerIds: Array.from({ length: 1_001 }, (_, index) => `K-${index}`) }],
  ]
  for (const [what, fields] of bad) {
    const { ...given } = rule(fields)
    const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    t.notOk(Value.Check(HoldRules, rules(present)), what)
  }
  t.notOk(
    Value.Check(HoldRules, rules(...Array.from({ length: 51 }, (_, index) => rule({ name: `rule ${index}` })))),
    'too many rules',
  )
})

t.test('given rules of one name or without a condition, when they are checked, then each is named', async (t) => {
  t.same(findHoldRuleProblems(rules(rule())), [])
  t.match(findHoldRuleProblems(rules(rule(), rule({ name: 'RULE' }), { name: 'all', reasonCode: 'R' })), [
    { file: 'settings.json', path: 'holds.rules[1].name', reason: /already used/ },
    { file: 'settings.json', path: 'holds.rules[2]', reason: /every order/ },
  ])
})

t.test('given rules that name what is not configured, when they are checked, then each name is a problem', async (t) => {
  const all = rules(
    rule({
      orderTypes: ['Online', 'Post'],
      markets: ['NOR', 'X'],
      stores: ['Oslo-01', 'Y'],
      paymentMethods: ['Card', 'Visa', 'Z'],
    }),
  )
  t.match(findHoldRuleTypeProblems(all, [{ name: 'Online' }] as never), [
    { path: 'holds.rules[0].orderTypes[1]', reason: /"Post"/ },
  ])
  t.match(findHoldRuleMarketProblems(all, [{ id: 'NOR' }] as never), [{ path: 'holds.rules[0].markets[1]', reason: /"X"/ }])
  t.match(findHoldRuleStoreProblems(all, [{ id: 'Oslo-01' }] as never), [{ path: 'holds.rules[0].stores[1]', reason: /"Y"/ }])
  const methods = [
    { name: 'Card', paymentMethodName: null },
    { name: 'Cards', paymentMethodName: 'Visa' },
  ]
  t.match(findHoldRuleMethodProblems(all, methods as never), [{ path: 'holds.rules[0].paymentMethods[2]', reason: /"Z"/ }])
})
