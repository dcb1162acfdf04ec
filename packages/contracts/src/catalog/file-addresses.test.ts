import t from 'tap'
import {
  assetPublicBase,
  eventWithPublicBase,
  mayHoldFileAddress,
  PUBLIC_BASE_MAX,
  removePublicBase,
  roomForPublicBase,
  withPublicBase,
} from './file-addresses.ts'

const base = 'https://shop.example/files'
const path = `/assets/caf%C3%A9%20(1)/front's%20%22.png?v=${'0a'.repeat(32)}`
const kept = { mainImageUrl: path, assets: [{ url: path, externalUrl: path }], lines: [{ imageUrl: path }] }
const shown = { mainImageUrl: base + path, assets: [{ url: base + path, externalUrl: path }], lines: [{ imageUrl: base + path }] }

t.test(
  'given a document with file addresses, when it is written and read, then the public base is added and removed',
  async (t) => {
    t.same(JSON.parse(withPublicBase(JSON.stringify(kept), base)), shown)
    t.same(JSON.parse(withPublicBase(JSON.stringify(kept, null, 2), base)), shown, 'blanks are of no matter')
    const read = structuredClone(shown)
    removePublicBase(read, base)
    t.same(read, kept)
    const spelled = { MainImageURL: base + path, IMAGEURL: base + path, Url: base + path }
    removePublicBase(spelled, base)
    t.same(spelled, { MainImageURL: path, IMAGEURL: path, Url: path }, 'requests spell names as they like')
    const restored = { MainImageURL: base + path, IMAGEURL: base + path, Url: base + path }
    t.same(JSON.parse(withPublicBase(JSON.stringify(spelled), base)), restored, 'and find them so again')
    t.match(
      withPublicBase(JSON.stringify(kept), "https://$&.example/$1'"),
      /"mainImageUrl":"https:\/\/\$&\.example\/\$1'\/assets\//,
    )
  },
)

t.test('given names of fields, when the base is removed, then the other fields of the outermost object keep it', async (t) => {
  const read = { url: base + path, free: { url: base + path }, Assets: [{ url: base + path, free: { url: base + path } }] }
  removePublicBase(read, base, new Set(['assets']))
  t.same(read, { url: base + path, free: { url: base + path }, Assets: [{ url: path, free: { url: path } }] })
})

t.test('given texts that are no file addresses, when a document is written or read, then they are unchanged', async (t) => {
  const version = `?v=${'0a'.repeat(32)}`
  const others = {
    mainImageUrl: '/assets/a/b.png',
    url: `/assets/a${version}`,
    imageUrl: `/assets/a/b/c.png${version}`,
    name: path,
    value: `{"url":"${path}"}`,
    description: `\\","url":"${path}" and "mainImageUrl":"${path}"`,
    nested: { url: `/pictures/a/b.png${version}`, list: [path, { url: null, imageUrl: 3 }] },
  }
  t.equal(withPublicBase(JSON.stringify(others), base), JSON.stringify(others))
  const foreign = {
    url: `https://other.example${path}`,
    imageUrl: `${base}.evil.example${path}`,
    mainImageUrl: `${base}${path}&size=160`,
    name: base + path,
    externalUrl: base + path,
  }
  const read = structuredClone(foreign)
  removePublicBase(read, base)
  t.same(read, foreign)
  for (const value of [null, 'text', 3, [], {}]) t.doesNotThrow(() => removePublicBase(value, base))
})

t.test('given an event with file addresses, when it is published, then it names its public base', async (t) => {
  const event = { specversion: '1.0', id: '1', data: kept }
  t.same(JSON.parse(eventWithPublicBase(JSON.stringify(event), base)), { publicbase: base, ...event, data: shown })
  t.equal(eventWithPublicBase('{"specversion":"1.0","data":{}}', base), '{"specversion":"1.0","data":{}}')
  const longest = 'x'.repeat(PUBLIC_BASE_MAX)
  const grown = eventWithPublicBase(JSON.stringify(event), longest).length - JSON.stringify(event).length
  t.equal(grown, roomForPublicBase(JSON.stringify(event)), 'with the attribute')
  t.equal(roomForPublicBase('{}'), 0)
})

t.test('given a body, when it may hold a file address in any escaping, then it is searched', async (t) => {
  t.ok(mayHoldFileAddress(JSON.stringify(shown)))
  t.ok(mayHoldFileAddress(JSON.stringify(shown).replaceAll('/', '\\/')), 'as PHP writes it')
  t.notOk(mayHoldFileAddress('{"url":"https://shop.example/cup"}'))
})

t.test('given the environment, when the public base is read, then it is ASSET_PUBLIC_BASE without slashes behind', async (t) => {
  t.equal(assetPublicBase({ ASSET_PUBLIC_BASE: 'https://cdn.example//' }), 'https://cdn.example')
  t.equal(assetPublicBase({}), '', 'of a service whose responses have no addresses')
})

t.test('given a public base that is too long for events, when it is read, then its variable is named', async (t) => {
  const base = `https://${'x'.repeat(PUBLIC_BASE_MAX - 8)}`
  t.equal(assetPublicBase({ ASSET_PUBLIC_BASE: `${base}/` }), base)
  const tooLong = { message: /^ASSET_PUBLIC_BASE is longer than 200 bytes/ }
  for (const text of [`${base}x`, `${base.slice(1)}å`]) t.throws(() => assetPublicBase({ ASSET_PUBLIC_BASE: text }), tooLong)
})
