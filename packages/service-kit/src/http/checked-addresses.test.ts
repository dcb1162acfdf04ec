import t from 'tap'
import { checkedAddresses, isGlobalAddress, type Resolve } from './checked-addresses.ts'

t.test('given an IP address, when it is checked, then only one of the public internet is global', async (t) => {
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
    t.ok(isGlobalAddress(address), address)
  const others = [
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '127.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'ff02::1'],
    ...['::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', 'example.com', ''],
    ...[
      '2001:470::5efe:7f00:1',
      '2001:470::200:5efe:a00:1',
      '2001:2::1',
      '2001:10::1',
      '3fff::1',
      '2001::1',
      '64:ff9b:1::1',
      'fec0::1',
    ],
    ...['192.0.0.1', '192.88.99.1', '203.0.113.1', '::ffff:0:127.0.0.1', '100::1', '5f00::1', '4000::1'],
  ]
  for (const address of others) t.notOk(isGlobalAddress(address), address)
})

// Found by a trial on a rented machine: the agent of Azure has a public address, behind which it
// gives out keys of the machine.
t.test('given an address of internal services of a cloud, then neither it nor any IPv6 form of it is global', async (t) => {
  const platforms = {
    Azure: ['168.63.129.16', 'fe80::1234:5678:9abc'],
    'metadata of most clouds': ['169.254.169.254', '169.254.170.2', '169.254.169.253', '169.254.42.42', '169.254.0.23'],
    'metadata by IPv6': ['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:a9fe:a9fe::1', 'fe80::a9fe:a9fe'],
    Alibaba: ['100.100.100.200', '100.100.2.136'],
    Oracle: ['192.0.0.192'],
    'Equinix Metal': ['192.80.8.124'],
    'IBM Cloud': ['161.26.0.10', '161.26.255.255', '166.8.0.1', '166.9.14.5', '166.11.255.255'],
  }
  for (const [cloud, addresses] of Object.entries(platforms))
    for (const address of addresses) t.notOk(isGlobalAddress(address), `${cloud}: ${address}`)
  const embedded = {
    mapped: ['::ffff:168.63.129.16', '::ffff:a83f:8110', '::ffff:192.80.8.124', '::ffff:161.26.0.10'],
    compatible: ['::168.63.129.16', '::ffff:0:168.63.129.16'],
    NAT64: ['64:ff9b::a83f:8110', '64:ff9b:1::a83f:8110'],
    '6to4': ['2002:a83f:8110::1'],
    Teredo: ['2001:0:a83f:8110::', '2001:0:4136:e378:8000:63bf:57c0:7eef'],
    ISATAP: ['2606:4700::5efe:a83f:8110', '2606:4700::200:5efe:a83f:8110'],
  }
  for (const [form, addresses] of Object.entries(embedded))
    for (const address of addresses) t.notOk(isGlobalAddress(address), `${form}: ${address}`)
  for (const neighbour of [
    '168.63.129.15',
    '168.63.129.17',
    '192.80.8.125',
    '161.25.255.255',
    '161.27.0.1',
    '166.7.0.1',
    '166.12.0.1',
  ])
    t.ok(isGlobalAddress(neighbour), neighbour)
})

t.test(
  'given a host, when one of its addresses is forbidden, missing or resolved too late, then the host is refused',
  async (t) => {
    const { signal } = new AbortController()
    const check = (resolve: Resolve, url = 'http://files.example/') =>
      checkedAddresses(new URL(url), { isAllowed: isGlobalAddress, signal, resolve })
    const found = (...addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    t.same(await check(async () => found('1.1.1.1', '2606:4700:4700::1111')), {
      addresses: found('1.1.1.1', '2606:4700:4700::1111'),
    })
    t.same(await check(async () => found('1.1.1.1', '10.0.0.1')), { refused: 'forbidden' })
    t.same(await check(async () => found('1.1.1.1', '168.63.129.16')), { refused: 'forbidden' })
    t.same(await check(async () => found('169.254.169.254'), 'http://metadata.google.internal/'), { refused: 'forbidden' })
    t.same(await check(async () => []), { refused: 'unknown' })
    t.same(await check(() => Promise.reject(new Error('ENOTFOUND'))), { refused: 'unknown' })
    const over = { isAllowed: isGlobalAddress, signal: AbortSignal.abort(), resolve: () => new Promise<never>(() => undefined) }
    t.same(await checkedAddresses(new URL('http://files.example/'), over), { refused: 'late' })
    const unasked = () => Promise.reject(new Error('an address needs no look-up'))
    t.same(await check(unasked, 'http://[2606:4700:4700::1111]/'), { addresses: found('2606:4700:4700::1111') })
    t.same(await check(unasked, 'http://0x7f.1/'), { refused: 'forbidden' })
  },
)
