import t from 'tap'
import { userNameFault } from './user-name.ts'

t.test('given names of people, when they are looked at, then they may be used', async (t) => {
  const names = [
    'kari@example.com',
    'Kari Nordmann',
    'bjørn.ågård+x@example.no',
    'Ελένη',
    'ирина@пример',
    '山田太郎',
    "o'neill",
    'André',
  ]
  for (const name of [...names, 'Andre\u0301']) t.equal(userNameFault(name), null, name)
})

t.test('given a name of the system, when it is looked at, then it is refused in any letter case', async (t) => {
  for (const name of ['workflow', 'Holds', 'SYSTEM', 'simulation'])
    t.equal(userNameFault(name), 'is a name that the system itself writes as author', name)
})

t.test('given invisible and look-alike characters, when a name has them, then it is refused', async (t) => {
  const unseen = [
    'kari\u200b',
    'ka\u00adri',
    '\u202ekari',
    'kari\u2066',
    'ka\u0000ri',
    'kari ',
    ' kari',
    'a  b',
    'ﬁnn',
    'ｋari',
    'a\u00a0b',
  ]
  for (const name of unseen) t.match(userNameFault(name), /cannot be seen or told from others/, JSON.stringify(name))
  for (const name of ['k\u0430ri@example.com', 'k\u03b1ri', 'а.smith'])
    t.match(userNameFault(name), /scripts that look alike/, JSON.stringify(name))
})
