import t from 'tap'
import { looksLike } from './look-alike.ts'

t.test(
  'given names of one script that look like those of another, when they are compared, then they are look-alikes',
  async (t) => {
    const pairs = [
      ['соре', 'cope'],
      ['СОРЕ', 'cope'],
      ['Соре', 'COPE'],
      ['ѕсоре@ехаре', 'scope@exape'],
      ['ορο', 'opo'],
      ['ԛԝе', 'qwe'],
      ['Андре\u0301', 'андре\u0301'],
    ] as const
    for (const [one, other] of pairs) {
      t.ok(looksLike(one, other), `${one} ${other}`)
      t.ok(looksLike(other, one), `${other} ${one}`)
    }
  },
)

t.test('given names that people can tell apart, when they are compared, then they are no look-alikes', async (t) => {
  const pairs = [
    ['arne', 'ame'],
    ['till1', 'tilll'],
    ['ирина', 'irina'],
    ['Åse', 'Ase'],
    ['Ola', 'Øla'],
    ['山田', '山本'],
  ] as const
  for (const [one, other] of pairs) t.notOk(looksLike(one, other), `${one} ${other}`)
})
