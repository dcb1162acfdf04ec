import t from 'tap'
import { isSchemeNumber } from './scheme-number.ts'

t.test('given numbers of schemes, when they are looked at, then a wrong digit shows', async (t) => {
  for (const right of [
    '0192:999999999',
    '0192:123456785',
    '0007:9999999999',
    '0184:DK12345678',
    '0184:12345678',
    '0088:1',
    '9957:x',
  ])
    t.ok(isSchemeNumber(right), right)
  for (const wrong of ['0192:999999998', '0192:99999999', '0192:000000000', '0007:9999999998', '0007:99999999', '0184:1234567'])
    t.notOk(isSchemeNumber(wrong), wrong)
})
