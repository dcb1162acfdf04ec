import { runCommand } from '@open-oms/service-kit/testing/run-command'
import t from 'tap'
import { aProduct } from '../testing/products/test-products.ts'
import { createdCart, knownProducts } from '../testing/test-carts.ts'
import { createdOrder, testOrders } from '../testing/test-orders.ts'
import { relocate as relocateProgram } from './relocate.ts'

const version = `?v=${'ab'.repeat(32)}`
const [cup, pot, lid] = ['cup', 'pot', 'lid'].map((name) => `/assets/${name}%20(1)/a.png${version}`) as [string, string, string]
const foreign = `https://other.example/assets/x/y.png${version}`

const relocate = async ({ url }: { url: string }, ...args: string[]) =>
  (await runCommand(relocateProgram, args, { DATABASE_URL: url })).output

// The previous version stored URLs with the base at the time of the event or request.
t.test(
  'given a database that the version before filled, when it is relocated, then only URLs of the named bases lose the base',
  async (t) => {
    const test = await testOrders(t)
    const { database } = test
    const [first, second] = ['https://old.example', 'http://127.0.0.1:8080/a+b.(c)']
    const skus = [{ ...aProduct('POT').skus[0], skuId: 'POT', imageUrl: second + pot }] as never
    await knownProducts(
      test,
      aProduct('CUP', { mainImageUrl: first + cup }),
      aProduct('POT', { mainImageUrl: null, skus }),
      aProduct('LID', { mainImageUrl: 'https://img.example/lid.png' }),
    )
    const line = { quantity: 1, placedPrice: 100, taxRate: 25 }
    const orderForm = {
      lineItems: [
        { ...line, lineItemId: '1', code: 'CUP', imageUrl: first + cup, description: `"imageUrl":"${first}${cup}"` },
        { ...line, lineItemId: '2', code: 'POT', imageUrl: second + pot, comment: first + cup },
        { ...line, lineItemId: '3', code: 'LID', imageUrl: foreign },
        { ...line, lineItemId: '4', code: 'BOX', imageUrl: `${first}/banner.png` },
      ],
    }
    const order = await createdOrder(test, { orderForm, assets: [{ assetId: 'a', url: first + lid, externalUrl: first + lid }] })
    const cart = await createdCart(test, { orderForm })
    const read = async (path: string) => (await test.send({ url: path })).body
    t.same(await read(`/api/Orders/${order.id}`), order)

    const output = await relocate(database, '--from', first, '--from', `${second}/`)
    t.match(output, 'orders-workflow: 1 rows of order.document changed')
    const copies = await database.query<{ address: string | null }>({
      text: `select main_image_url as address from product_copy union all select image_url from product_copy_sku order by 1`,
    })
    t.same(
      copies.map(({ address }) => address),
      [cup, pot, 'https://img.example/lid.png', null, null, null],
    )
    const expected = (resource: object) => {
      const now = 'http://shop.test'
      const after = structuredClone(resource) as typeof order
      after.orderForm.lineItems[0].imageUrl = now + cup
      after.orderForm.lineItems[1].imageUrl = now + pot
      if (after.assets?.length > 0) after.assets[0].url = now + lid
      return after
    }
    t.same(await read(`/api/Orders/${order.id}`), expected(order))
    t.same((await read(`/api/Orders/${order.id}/${order.versionId}`)).value, expected(order))
    t.same(await read(`/api/cart/${cart.id}`), expected(cart))
    const [row] = await database.query<{ stored: string }>({ text: 'select document::text as stored from "order"' })
    t.match(row?.stored, `"imageUrl":"${cup}"`)
    t.notMatch(await relocate(database, '--from', first, '--from', second), /: [1-9]/, 'a second time changes nothing')
    t.same(await read(`/api/Orders/${order.id}`), expected(order))
  },
)
