import t from 'tap'
import { countryChoices } from './countries.ts'

t.test('given a language, when countries are offered, then they have its names, and the order keeps its code', async (t) => {
  const english = countryChoices('en-GB', 'NO')
  t.match(english[0], { value: '' })
  t.same(
    english.filter(({ value }) => value === 'NO'),
    [{ value: 'NO', label: 'Norway' }],
  )
  t.ok(english.length > 200 && english.length < 330, `${english.length} countries`)
  t.notOk(english.some(({ value }) => value === 'EU' || value === 'ZZ'))
  t.ok(countryChoices('nb-NO', '').some(({ label }) => label === 'Norge'))
  t.match(countryChoices('en-GB', 'Norway')[1], { value: 'Norway', label: 'Norway' }, 'a code of another system')
})
