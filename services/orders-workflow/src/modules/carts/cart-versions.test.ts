import { completer } from '@open-oms/contracts/complete'
import { Cart, type CartInput } from '@open-oms/contracts/orders/carts/cart'
import t from 'tap'
import { type CartVersion, changedSince, withVersion } from './cart-versions.ts'

const complete = completer(Cart)
const cartAt = (versionId: string, fields: CartInput) => complete({ ...fields, versionId })

/** The version history after these carts in sequence, and the last cart. */
function history(...carts: Cart[]): { versions: CartVersion[]; last: Cart } {
  let versions: CartVersion[] = []
  for (const [index, cart] of carts.slice(0, -1).entries()) {
    const next = carts[index + 1] as Cart
    const names = ['customerName', 'salesChannel', 'tags'] as const
    versions = withVersion(
      versions,
      cart,
      names.filter((name) => JSON.stringify(cart[name]) !== JSON.stringify(next[name])),
    )
  }
  return { versions, last: carts.at(-1) as Cart }
}

t.test(
  'given several versions, when a client sends an old one, then the changed fields are those that differ from it',
  async (t) => {
    const { versions, last } = history(
      cartAt('v1', { customerName: 'A', salesChannel: 'web' }),
      cartAt('v2', { customerName: 'B', salesChannel: 'web' }),
      cartAt('v3', { customerName: 'A', salesChannel: 'shop', tags: ['t'] }),
    )
    t.same(changedSince(versions, last, ['v1']), ['salesChannel', 'tags'])
    t.same(changedSince(versions, last, ['v2']), ['customerName', 'salesChannel', 'tags'])
    t.same(changedSince(versions, last, ['v1', 'v2', 'nothing']), ['customerName', 'salesChannel', 'tags'], 'the newest counts')
    t.same(changedSince(versions, last, ['nothing']), [])
    t.same(changedSince([], last, ['v1']), [])
  },
)

t.test('given more versions than are kept, when one is added, then the oldest is dropped', async (t) => {
  const carts = Array.from({ length: 60 }, (_, index) => cartAt(`v${index}`, { customerName: `${index}` }))
  const { versions, last } = history(...carts)
  t.equal(versions.length, 50)
  t.same(changedSince(versions, last, ['v8']), [])
  t.same(changedSince(versions, last, ['v9']), ['customerName'])
})
