import t from 'tap'
import { defineField, findFieldFault } from './field.ts'

t.test('given a declaration, when a field is defined, then it has what was left out, or the fault is named', (t) => {
  const field = defineField({
    key: 'grade',
    on: 'line',
    type: 'choice',
    en: 'Grade',
    choices: [{ value: 'A' }],
    writers: ['Refund'],
  })
  t.match(field, { nb: null, required: false, searchable: false, onPage: true, writers: ['Refund'] })
  t.strictSame(field.choices, [{ value: 'A', en: null, nb: null }])
  t.equal(findFieldFault(field), null)
  t.match(findFieldFault({ ...field, type: 'colour' }), /^\("grade"\) is not valid at \/type/)
  t.match(findFieldFault({ ...field, on: 'product' }), /custom-fields.json declares/)
  t.equal(findFieldFault({ ...field, choices: [] }), '("grade") has no choices')
  t.match(findFieldFault(null), /is not valid at \//)
  t.end()
})
