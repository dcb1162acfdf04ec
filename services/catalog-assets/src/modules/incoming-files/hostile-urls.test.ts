import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import t, { type Test } from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { testOrigin } from '../../testing/test-origin.ts'
import { checkTarget, downloadFile } from './download-file.ts'
import { readFetchAllow } from './fetch-allow.ts'

/** Hosts that are no host of the public internet, by the reason. */
const hosts: Record<string, string[]> = {
  loopback: ['127.0.0.1', '127.255.255.254', '[::1]', 'localhost', 'LOCALHOST', '127.0.0.1.'],
  'loopback in other spellings': [
    ...['127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '①②⑦.0.0.1'],
  ],
  'escaped spellings': ['%31%32%37.0.0.1', '127。0。0。1'],
  unspecified: ['0.0.0.0', '0', '[::]', '0.1.2.3'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255', '167772161'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '169.254.170.2',
  ],
  'platforms of clouds': [
    ...['168.63.129.16', '0xa83f8110', '2822734096', '168.0x3f8110', '[::ffff:168.63.129.16]'],
    ...[
      '192.0.0.192',
      '192.80.8.124',
      '161.26.0.10',
      '166.9.14.5',
      '[64:ff9b::a83f:8110]',
      '[2002:a83f:8110::]',
      '[fd20:ce::254]',
    ],
  ],
  'carrier NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  multicast: ['224.0.0.1', '239.255.255.255', '[ff02::1]', '[ff0e::1]'],
  reserved: ['240.0.0.1', '255.255.255.255', '192.0.0.1', '192.88.99.1'],
  'benchmarks and documentation': [
    '198.18.0.1',
    '198.19.255.255',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '[2001:db8::1]',
    '[3fff::1]',
  ],
  mapped: ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[0:0:0:0:0:ffff:192.168.0.1]'],
  compatible: ['[::127.0.0.1]', '[::a00:1]', '[::ffff:0:127.0.0.1]'],
  '6to4': ['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::]'],
  NAT64: ['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]'],
  Teredo: ['[2001::1]', '[2001:0:7f00:1::]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ISATAP: ['[2001:470::5efe:127.0.0.1]', '[2001:470::200:5efe:a00:1]', '[fe80::5efe:a00:1]'],
  'site-local and ULA': ['[fec0::1]', '[fc00::1]', '[fd12:3456:789a::1]'],
  'of no use': ['[100::1]', '[5f00::1]', '[2001:10::1]', '[2001:20::1]', '[2001:2::1]', '[4000::1]'],
}

/** Refused for any host, before the name is resolved. */
const urls = [
  ...['ftp://example.com/a', 'file:///etc/passwd', 'gopher://example.com:70/_x', 'data:text/plain,hi', 'javascript:alert(1)'],
  ...['ldap://example.com', 'dict://example.com:11211/', 'blob:http://example.com/x', 'ws://example.com', 'about:blank'],
  ...['http://user:secret@example.com/', 'http://user@example.com/', 'https://:secret@example.com/'],
  ...[
    'http://example.com:22/',
    'http://example.com:8080/',
    'https://example.com:6379/',
    'http://example.com:0/',
    'http://1.1.1.1:25/',
  ],
  ...[
    '',
    'example.com/a.png',
    '//example.com/a.png',
    '/etc/passwd',
    'http://',
    'http://[::1',
    'http://exa mple.com/',
    'http://[fe80::1%25lo]/',
  ],
  ...['http://256.256.256.256/', 'http://example.com:99999/'],
]

const notAllowed = { code: 'AssetUrlNotAllowed', message: 'Files may not be downloaded from this address.' }

async function downloads(t: Test, { allow = [] as string[], resolveHost = undefined as never } = {}) {
  const incomingFolder = await testFolder(t)
  const deps = { incomingFolder, fetchAllow: readFetchAllow(allow), ...(resolveHost === undefined ? {} : { resolveHost }) }
  return { get: (url: string) => downloadFile(deps, { url, fileName: null }), leftOvers: () => readdir(incomingFolder) }
}

/**
 * Listens on every address of the machine, at the usual port where it may, and counts connections.
 */
async function trap(t: Test, port: number): Promise<{ port: number; hits: () => number } | null> {
  let hits = 0
  const server = createServer((socket) => {
    hits += 1
    socket.destroy()
  })
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '::', () => resolve(true))
  })
  t.teardown(() => void server.close())
  return isListening ? { port: (server.address() as { port: number }).port, hits: () => hits } : null
}

t.test('given an internal address in any spelling, when a file is downloaded, then no connection is made', async (t) => {
  const traps = (await Promise.all([80, 443, 0].map((port) => trap(t, port)))).filter((one) => one !== null)
  const odd = traps.at(-1)?.port
  const { get, leftOvers } = await downloads(t)
  let count = 0
  for (const [reason, names] of Object.entries(hosts)) {
    for (const name of names) {
      for (const url of [`http://${name}/a.png`, `https://${name}/a.png`, `http://${name}:${odd}/a.png`])
        await t.rejects(get(url), notAllowed, `${reason}: ${url}`)
      count += 1
    }
  }
  for (const url of urls) await t.rejects(get(url), notAllowed, url)
  t.ok(count + urls.length >= 60, `${count + urls.length} addresses`)
  t.same(
    traps.map(({ hits }) => hits()),
    traps.map(() => 0),
    'no connection was made',
  )
  t.same(await leftOvers(), [])
})

t.test('given a redirect to an internal address, when a file is downloaded, then it is refused', async (t) => {
  const inside = await testOrigin(t, (_request, response) => response.end('secret'), '::')
  let location = ''
  const outside = await testOrigin(t, (_request, response) => void response.writeHead(302, { location }).end('a body'))
  const { get } = await downloads(t, { allow: ['127.0.0.1'] })
  const names = Object.values(hosts)
    .flat()
    .filter((name) => !/^(127\.0\.0\.1\.?|127\.1|127\.0\.1|2130706433|0x7f000001|0x7f\.1|0177|017700|①|%31|127。)/.test(name))
    .filter((name) => !/^localhost/i.test(name))
  t.ok(names.length >= 55)
  for (const name of names) {
    location = `http://${name}:${inside.port}/a.png`
    await t.rejects(get(outside.url), notAllowed, location)
  }
  for (location of urls.filter((url) => /^[a-z]+:/.test(url))) await t.rejects(get(outside.url), { code: /^Asset/ }, location)
  location = `http://user:secret@127.0.0.1:${inside.port}/`
  await t.rejects(get(outside.url), notAllowed, 'credentials are not for exceptions either')
  t.equal(inside.connections(), 0, 'no connection was made')
})

t.test('given a host name, when a file is downloaded, then all its addresses are checked and only they connected', async (t) => {
  const inside = await testOrigin(t, (_request, response) => response.end('inside'))
  const resolvingTo = (...addresses: string[]) => ({ allow: [], resolveHost: (async () => addresses.map(asFound)) as never })
  const asFound = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '93.184.215.14'],
    ['93.184.215.14', '::ffff:127.0.0.1'],
    ['2606:4700:4700::1111', '::1'],
    ['2606:4700:4700::1111', 'fe80::1%eth0'],
  ]) {
    const { get } = await downloads(t, resolvingTo(...addresses))
    await t.rejects(get('http://files.example/a'), notAllowed, addresses.join(', '))
  }
  t.equal(inside.connections(), 0)

  // The first look-up is harmless and the next would lead elsewhere, as when the owner of a name
  // changes it in between.
  let asked = 0
  const resolveHost = (async () => [asFound(asked++ === 0 ? '127.0.0.1' : '127.0.0.2')]) as never
  const { get } = await downloads(t, { allow: ['127.0.0.1'], resolveHost })
  const file = await get(`http://files.example:${inside.port}/a.txt`)
  t.match(file, { length: 6, fileName: 'a.txt', contentType: 'text/plain' })
  t.same([asked, inside.headers().host], [1, `files.example:${inside.port}`])
  t.match(inside.headers(), { cookie: undefined, authorization: undefined, referer: undefined })
  await t.rejects(get(`http://files.example:${inside.port}/a.txt`), notAllowed, 'the next download asks again')
})

t.test('given an https URL, when a file is downloaded, then TLS uses its name at the checked address', async (t) => {
  const names: string[] = []
  const SNICallback = (name: string, done: (error: Error) => void) => {
    names.push(name)
    done(new Error('no certificate'))
  }
  const server = createTlsServer({ SNICallback }).on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const resolveHost = (async () => [{ address: '127.0.0.1', family: 4 }]) as never
  const { get } = await downloads(t, { allow: ['127.0.0.1'], resolveHost })
  await t.rejects(get(`https://files.example:${(server.address() as { port: number }).port}/`), {
    message: /could not be reached/,
  })
  t.same(names, ['files.example'])
})

t.test('given exceptions by address or name, when a file is downloaded, then they match what is connected to', async (t) => {
  const { port, connections } = await testOrigin(t, (_request, response) => response.end('fine'), '::')
  const at = (name: string) => `http://${name}:${port}/a`
  const byAddress = await downloads(t, { allow: ['127.0.0.0/8'] })
  for (const name of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '127.0.0.2'])
    await t.resolves(byAddress.get(at(name)), name)
  const before = connections()
  for (const name of ['[::ffff:127.0.0.1]', '[::127.0.0.1]', '[2002:7f00:1::]', '[::1]'])
    await t.rejects(byAddress.get(at(name)), notAllowed, name)
  await t.rejects(byAddress.get(`http://user:secret@127.0.0.1:${port}/`), notAllowed, 'with credentials')
  await t.rejects(byAddress.get(`ftp://127.0.0.1:${port}/`), notAllowed)
  t.equal(connections(), before)
  const resolveHost = (async () => [{ address: '127.0.0.1', family: 4 }]) as never
  const byName = await downloads(t, { allow: ['Files.Intranet.'], resolveHost })
  await t.resolves(byName.get(at('files.intranet')))
  await t.rejects(byName.get(at('other.intranet')), notAllowed)
  await t.rejects(byName.get(at('127.0.0.1')), notAllowed, 'the name is allowed, not its address under other names')
  // Another port is for exceptions only: the second address is none.
  const mixed = (async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '93.184.215.14', family: 4 },
  ]) as never
  await t.rejects((await downloads(t, { allow: ['127.0.0.1'], resolveHost: mixed })).get(at('files.example')), notAllowed)
})

t.test('given a metadata address of a cloud, when it is no exception, then nothing is downloaded from it', async (t) => {
  const resolveHost = (async () => [{ address: '168.63.129.16', family: 4 }]) as never
  const closed = await downloads(t, { resolveHost })
  await t.rejects(closed.get('http://files.example/machine'), notAllowed)
  const signal = AbortSignal.timeout(240_000)
  const check = (entries: string[], url: string, resolve = resolveHost) =>
    checkTarget(new URL(url), { allow: readFetchAllow(entries), signal, resolve })
  for (const entry of ['168.63.129.16', '168.63.129.0/24', 'files.example'])
    t.same(await check([entry], 'http://files.example/machine'), [{ address: '168.63.129.16', family: 4 }], entry)
  await t.rejects(check(['168.63.129.16'], 'http://[::ffff:168.63.129.16]/machine'), notAllowed)
})

t.test('given a host name that is not found, when a file is downloaded, then the error says so', async (t) => {
  const { get } = await downloads(t, { resolveHost: (() => Promise.reject(new Error('ENOTFOUND'))) as never })
  await t.rejects(get('http://nobody.invalid/'), { code: 'AssetDownloadFailed', message: /name that is not found/ })
  await t.rejects(get('http://nobody.invalid:8080/'), notAllowed, 'but not at a port that is not allowed anyway')
})

t.test('given ASSET_FETCH_ALLOW, when it is read, then it takes networks, addresses and names and nothing else', async (t) => {
  const allow = readFetchAllow(['10.0.0.0/8', '[fd00::1]', 'fd01::/16', '192.168.1.7', 'cdn.example', 'bücher.example'])
  for (const address of ['10.1.2.3', 'fd00::1', 'fd01::99', '192.168.1.7']) t.ok(allow.hasAddress(address), address)
  for (const address of ['11.0.0.1', 'fd00::2', 'fd02::', '192.168.1.8', '::ffff:10.0.0.1', 'x'])
    t.notOk(allow.hasAddress(address), address)
  for (const host of ['cdn.example', 'CDN.Example.', 'xn--bcher-kva.example']) t.ok(allow.hasHost(host), host)
  for (const host of ['a.cdn.example', 'example', '']) t.notOk(allow.hasHost(host), host)
  for (const entry of ['http://cdn.example', 'cdn.example:80', '*.example', '10.0.0.0/33', '-', 'a b', ''])
    t.throws(() => readFetchAllow([entry]), /ASSET_FETCH_ALLOW/, entry)
})
