import t from 'tap'
import { addressKey } from './address-key.ts'

t.test('counts IPv4 addresses one by one, however they are written', async (t) => {
  t.equal(addressKey('203.0.113.9'), '203.0.113.9')
  t.equal(addressKey('::ffff:203.0.113.9'), '203.0.113.9')
})

t.test('counts IPv6 addresses by their network of 64 bits', async (t) => {
  t.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  t.equal(addressKey('2001:0DB8:1:2::9'), '2001:db8:1:2::/64')
  t.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64')
  t.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  t.equal(addressKey('::1'), '0:0:0:0::/64')
})
