import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { CustomField } from '../config/custom-fields.ts'
import type { PropertyItem } from '../orders/primitive-models.ts'
import { findFieldFaults, findValueFault, mayWriteField } from './field-values.ts'

const field = (given: object) =>
  Value.Default(CustomField, { key: 'note', on: 'order', type: 'text', en: 'Note', ...given }) as CustomField
const item = (key: string, value: string | null, keyGroup: string | null = null): PropertyItem => ({
  key,
  value,
  keyGroup,
  valueType: null,
})
const anyone = () => true
const nobody = () => false
const change = (before: PropertyItem[] | null, after: PropertyItem[]) => ({ path: 'properties', before, after })
const faults = (field: CustomField, lists: ReturnType<typeof change>, mayWrite = anyone) =>
  findFieldFaults([field], lists, mayWrite)

t.test('given a type, when a value is read, then it is one of the type or the fault says what would be', (t) => {
  const cases: [string, string[], string[]][] = [
    ['number', ['0', '-1', '12.5', '123456789012345.123456'], ['', '1,5', '01', '1e3', ' 1', '.5', 'NaN']],
    ['boolean', ['true', 'false'], ['yes', 'True', '1']],
    ['date', ['2026-12-24', '2028-02-29'], ['2026-02-30', '24.12.2026', '2026-12-24T00:00:00Z', '2026-1-1']],
    ['choice', ['a', 'b'], ['A', 'c']],
    ['text', ['', 'anything'], ['x'.repeat(4_001)]],
  ]
  const choices = ['a', 'b'].map((value) => ({ value, en: null, nb: null }))
  for (const [type, right, wrong] of cases) {
    const one = field({ type, choices })
    for (const value of right) t.equal(findValueFault(one, value), null, `${type} ${value}`)
    for (const value of wrong) t.type(findValueFault(one, value), 'string', `${type} ${value}`)
  }
  t.end()
})

t.test('given a declared field, when a thing is written, then only what changed is judged', (t) => {
  const number = field({ key: 'weight', type: 'number' })
  t.same(faults(number, change(null, [item('weight', 'heavy')])).errors, {
    'properties[weight]': ['must be a number, such as 12.5'],
  })
  t.same(
    faults(number, change([item('weight', 'heavy')], [item('weight', 'heavy'), item('x', '1')])).errors,
    {},
    'it was so before',
  )
  t.same(faults(number, change(null, [item('weight', '1'), item('weight', '2')])).errors, {
    'properties[weight]': ['is there twice'],
  })
  t.same(faults(number, change(null, [item('weight', 'heavy', 'parcel')])).errors, {}, 'a key of a group is another one')
  t.end()
})

t.test('given a required field, when it is missing from something new or taken away, then that is refused', (t) => {
  const needed = field({ required: true })
  const required = { 'properties[note]': ['is required'] }
  t.same(faults(needed, change(null, [])).errors, required)
  t.same(faults(needed, change(null, [item('note', '')])).errors, required)
  t.same(faults(needed, change([item('note', 'a')], [])).errors, required)
  t.same(faults(needed, change([], [item('other', 'a')])).errors, {}, 'what was written before it was declared stays')
  t.same(findFieldFaults([needed], { path: 'p', before: null, after: [], isDerived: true }, anyone).errors, {})
  t.end()
})

t.test('given a field that the caller may not write, when it is as it was, then nothing is refused', (t) => {
  const guarded = field({})
  const before = [item('note', 'a'), item('other', 'b')]
  t.same(faults(guarded, change(before, [item('other', 'c'), item('note', 'a')]), nobody).forbidden, [])
  for (const after of [[item('note', 'z')], [], [item('note', 'a'), item('note', 'z')]])
    t.same(faults(guarded, change(before, after), nobody).forbidden, ['note'])
  t.same(faults(field({ required: true }), change(null, []), nobody), {
    errors: { 'properties[note]': ['is required'] },
    forbidden: [],
    undeclared: [],
  })
  t.end()
})

t.test('given keys that nobody declares, when they are new, then they are named', (t) => {
  t.same(
    faults(
      field({}),
      change([item('old', '1')], [item('old', '2'), item('new', '3'), item('RegisterId', '1'), item('g', '4', 'group')]),
    ).undeclared,
    ['new'],
  )
  t.same(
    findFieldFaults([], change(null, [item('new', '3')]), anyone).undeclared,
    [],
    'where nothing is declared, nothing is unusual',
  )
  t.end()
})

t.test('given writers, when a caller is asked for, then roles and permissions decide', (t) => {
  const roles = [{ name: 'Buyer', permissions: ['Export', 'Messages'] }] as never
  const held = (permissions: string[]) => ({ roles: ['OrderAdmin'], permissions }) as never
  const may = (writers: string[], permissions: string[]) => mayWriteField(field({ writers }), held(permissions), roles)
  t.ok(may([], []))
  t.ok(may(['OrderAdmin'], []))
  t.notOk(may(['ProductAdmin', 'Refund'], ['Cancel']))
  t.ok(may(['ProductAdmin', 'Refund'], ['Refund']))
  t.ok(may(['Buyer'], ['Messages', 'Export']))
  t.notOk(may(['Buyer'], ['Export']))
  t.notOk(may(['Gone'], ['Export']))
  t.end()
})
