import t from 'tap'
import { changedProperties, fieldValues, otherProperties, propertyName, withChanged } from './property-values.ts'

const item = (key: string, value: string | null, keyGroup: string | null = null) => ({ key, value, keyGroup, valueType: null })
const fields = [{ key: 'note' }, { key: 'day' }]
const properties = [item('note', 'a'), item('note', 'b', 'print'), item('ref', '7'), item('empty', '')]

t.test('given properties, when they are shown, then declared ones have a field, and others their key', (t) => {
  t.strictSame(fieldValues(properties, fields), { note: 'a', day: '' })
  t.strictSame(otherProperties(properties, fields).map(propertyName), ['print: note', 'ref'])
  t.end()
})

t.test('given a form, when it is saved, then only what was changed is sent', (t) => {
  const before = fieldValues(properties, fields)
  t.strictSame(changedProperties(before, before), [])
  const changes = changedProperties(before, { note: ' ', day: '2026-12-24 ' })
  t.strictSame(changes, [
    { key: 'note', value: '' },
    { key: 'day', value: '2026-12-24' },
  ])
  t.strictSame(withChanged(properties, changes), [...properties.slice(1), item('day', '2026-12-24')])
  t.end()
})
