import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { CustomField, findCustomFieldProblems, findFieldWriterProblems } from './custom-fields.ts'

const field = (given: object) =>
  Value.Default(CustomField, { key: 'note', on: 'order', type: 'text', en: 'Note', ...given }) as CustomField
const choice = (value: string) => ({ value, en: null, nb: null })

t.test('given declared fields, when they are checked, then mistakes are named with their paths', (t) => {
  const fields = [
    field({}),
    field({ key: 'NOTE' }),
    field({ on: 'line' }),
    field({ key: 'window', type: 'choice' }),
    field({ key: 'size', choices: [choice('S')] }),
    field({ key: 'origin', on: 'product', searchable: true, inList: true }),
    field({ key: 'colour', type: 'choice', choices: [choice('red'), choice('RED')] }),
  ]
  t.match(findCustomFieldProblems(fields), [
    { file: 'custom-fields.json', path: 'fields[1].key', reason: /already used by fields\[0\]/ },
    { path: 'fields[3].choices', reason: 'has no choices' },
    { path: 'fields[4].choices', reason: 'has choices for type "text"' },
    { path: 'fields[5].searchable', reason: 'is not available on "product"' },
    { path: 'fields[5].inList' },
    { path: 'fields[6].choices[1].value' },
  ])
  t.end()
})

t.test('given writers, when they are checked, then they are roles with permissions, or permissions', (t) => {
  const role = (name: string, permissions: string[]) => ({ name, permissions }) as never
  const roles = [role('Buyer', ['Export']), role('Reader', [])]
  const fields = [field({ writers: ['OrderAdmin', 'Refund', 'Buyer', 'Reader', 'Boss'] })]
  t.match(findFieldWriterProblems(fields, roles), [
    { path: 'fields[0].writers[4]', reason: '"Boss" is not the name of a role or a permission' },
    { path: 'fields[0].writers[3]', reason: 'the role "Reader" has no permissions to tell its holders by' },
  ])
  t.end()
})
