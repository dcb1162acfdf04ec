import t from 'tap'
import { addressKey } from './address-key.ts'

t.test('given an IPv4 address in any form, when its key is made, then it is the address', async (t) => {
  t.equal(addressKey('203.0.113.9'), '203.0.113.9')
  t.equal(addressKey('::ffff:203.0.113.9'), '203.0.113.9')
})

t.test('given an IPv6 address, when its key is made, then it is its network of 64 bits', async (t) => {
  t.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  t.equal(addressKey('2001:0DB8:1:2::9'), '2001:db8:1:2::/64')
  t.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64')
  t.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  t.equal(addressKey('::1'), '0:0:0:0::/64')
})
