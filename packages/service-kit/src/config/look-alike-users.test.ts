import t from 'tap'
import { findLookAlikeUsers, newLookAlikeFault } from './look-alike-users.ts'

const named = (...names: string[]) => names.map((userName) => ({ userName }))
const cyrillic = '\u0441\u043e\u0440\u0435'

t.test('given a new person whose name looks like another, when it is added, then both names are said', async (t) => {
  const text = `"${cyrillic}" looks like "cope", the name of another person, but has other letters`
  t.equal(newLookAlikeFault(named('cope'), named('cope', cyrillic)), text)
  t.equal(newLookAlikeFault(named('cope'), named(cyrillic, 'Cope')), text.replace('"cope"', '"Cope"'))
  t.match(newLookAlikeFault(named(cyrillic), named(cyrillic, 'cope')), /^"cope" looks like/)
  t.match(newLookAlikeFault([], named('cope', cyrillic)), /looks like/, 'both are new')
})

t.test('given look-alikes that were there, when others are added or changed, then they stay', async (t) => {
  t.equal(newLookAlikeFault(named('cope', cyrillic), named('Cope', cyrillic, 'kari')), null)
  t.equal(newLookAlikeFault(named('Arne'), named('Arne', 'Ame')), null, 'letters of ASCII alone are told apart')
  t.equal(newLookAlikeFault(named('Åse'), named('\u0041\u030ase')), null, 'it is the same name')
})

t.test('given look-alikes, when the people are checked, then the later one of each two is named', async (t) => {
  t.match(findLookAlikeUsers(named('kari', 'cope', cyrillic)), [{ file: 'users.json', path: 'users[2].userName' }])
  t.same(findLookAlikeUsers(named('kari', 'cope')), [])
})
