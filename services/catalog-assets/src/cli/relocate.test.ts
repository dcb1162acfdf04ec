import { runCommand } from '@open-oms/service-kit/testing/run-command'
import t from 'tap'
import { imageHost, png } from '../testing/image-host.ts'
import { testCatalog } from '../testing/test-catalog.ts'
import { relocate as relocateProgram } from './relocate.ts'

const relocate = async ({ url }: { url: string }, ...args: string[]) =>
  (await runCommand(relocateProgram, args, { DATABASE_URL: url })).output

// The earlier version stored addresses with the base of the time when they were written.
t.test(
  'given a database that an earlier version filled, when it is relocated, then only addresses of the named bases lose the base',
  async (t) => {
    const { send, database } = await testCatalog(t)
    const origin = await imageHost(t)
    origin.files.set('/photo.png', await png('teal')).set('/small.png', await png('navy'))
    const create = async (body: object) => {
      const { status, body: created, text } = await send({ method: 'POST', url: '/api/products', body })
      t.equal(status, 201, text)
      return created
    }
    const bases = ['--from', 'https://old.example', '--from', 'http://127.0.0.1:8080/a+b.(c)']

    const front = { assetId: 'front/ü "1"', externalUrl: `${origin.url}/photo.png`, isMainImage: true }
    const variants = [
      { skuId: 'cup-red', assets: [{ assetId: 'red', externalUrl: `${origin.url}/small.png`, isMainImage: true }] },
    ]
    const cup = await create({ productId: 'cup', description: 'See /assets/, and no more.', assets: [front], variants })
    const foreign = `https://other.example/assets/x/y.png?v=${'ab'.repeat(32)}`
    const link = { assetId: 'mark', assetType: 'ExternalCertification', externalUrl: foreign }
    await create({ productId: 'marked', assets: [{ ...front, assetId: 'other' }, link], mainImageUrl: foreign })
    await create({ productId: 'elsewhere', mainImageUrl: foreign })
    await create({ productId: 'shared', mainImageUrl: cup.mainImageUrl })
    await send({ method: 'POST', url: '/api/BusinessCustomer', body: { id: 'C' } })
    await send({
      method: 'POST',
      url: '/api/BusinessCustomer/C/Assets/AddAsset',
      body: 'Terms',
      query: { fileName: 'terms.txt' },
      headers: { 'content-type': 'application/octet-stream' },
    })

    const rows = async () => {
      const tables = ['product', 'product_version', 'business_customer'].map((table) =>
        database.query<{ text: string }>({ text: `select stored::text as text from ${table} as stored order by 1` }),
      )
      return (await Promise.all(tables)).flat().map(({ text }) => text)
    }
    const written = await rows()
    const withBase = async (base: string, condition: string) => {
      for (const table of ['product', 'product_version', 'business_customer'])
        await database.query({
          text: `update ${table} as stored set document = replace(document::text, '"/assets/', '"' || $1 || '/assets/')::json where ${condition}`,
          values: [base],
        })
    }
    // Two bases, because the domain had moved before: what was written since has the other one.
    await withBase(
      'https://old.example',
      `stored::text like '%cup-red%' or stored::text like '%terms.txt%' or stored::text like '%shared%'`,
    )
    await withBase(
      'http://127.0.0.1:8080/a+b.(c)',
      `stored::text not like '%old.example/assets/%' or stored::text like '%marked%'`,
    )
    const kept = await rows()
    t.ok(kept.filter((text) => text.includes('old.example/assets/')).length >= 4)
    t.ok(kept.some((text) => text.includes('a+b.(c)/assets/')))

    await relocate(database, ...bases)
    t.same(await rows(), written)
    t.notMatch(await relocate(database, ...bases), /: [1-9]/, 'a second time changes nothing')
    t.equal((await send({ url: '/api/products/cup' })).text, JSON.stringify(cup))
  },
)
