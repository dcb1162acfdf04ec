import { BusinessCustomerInput } from '@open-oms/contracts/catalog/business-customer'
import { catalogEvents } from '@open-oms/contracts/catalog/events'
import { PackageComponentList, ProductInput } from '@open-oms/contracts/catalog/product'
import { compiledCheck } from '@open-oms/service-kit/input/compiled-check'
import { type ExtremeCase, extremeCases } from '@open-oms/service-kit/testing/extreme-values'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import t, { type Test } from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const productId = 'x'
/**
 * The longest id that an asset may have, and what it must have to need no download, so that it is
 * no image and not the main one (assets.md#asset-addition).
 */
const mark = (list: string) => ({
  [`${list}[].assetId`]: '珈'.repeat(100),
  [`${list}[].assetType`]: 'ExternalCertification',
  [`${list}[].externalUrl`]: 'https://marks.example/1',
  [`${list}[].isMainImage`]: false,
})

/** Every event of the outbox is valid for its consumers. */
async function checkEvents(t: Test, title: string): Promise<void> {
  for (const { type, data } of await catalog.events()) {
    const contract = catalogEvents.find((event) => event.type === type)
    if (contract === undefined || !compiledCheck(contract.data).Check(data)) t.fail(`${title}: ${type} breaks its contract`)
  }
  await catalog.database.query({ text: 'delete from kit.waiting_event' })
}

type Request = { productId: string; variants?: { skuId: string }[] }

/** The SKU of a variant must not be the id of its product. */
function withOwnSkus({ variants, ...product }: Request): Request {
  if (variants === undefined) return product
  const own = variants.map((variant) =>
    variant.skuId === product.productId ? { ...variant, skuId: `${variant.skuId.slice(1)}v` } : variant,
  )
  return { ...product, variants: own }
}

/**
 * All cases each night; each day those of whole lists and of all fields together, which have every
 * field at its limits, and every eighth of those that have one field at a limit.
 */
function* usual(cases: Iterable<ExtremeCase>): Generator<ExtremeCase> {
  let single = 0
  for (const one of cases) {
    if (isLongRun || !one.title.includes(' = ') || single++ % 8 === 0) yield one
  }
}

/** Not allowed in any field: the server refuses it before the contract is checked. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/**
 * Sends each case of a product; those that are refused say where, and the titles of them are the
 * result.
 */
async function sendProducts(t: Test, cases: Iterable<{ title: string; value: unknown }>): Promise<string[]> {
  const refused: string[] = []
  for (const { title, value } of cases) {
    if (UNSTORABLE.test(JSON.stringify(value))) continue
    const body = withOwnSkus(value as Request)
    const { status, body: response } = await catalog.send({ method: 'POST', url: '/api/products', body })
    if (status === 201) {
      await checkEvents(t, title)
      const url = `/api/products/${encodeURIComponent(response.productId)}`
      t.same((await catalog.send({ url })).body, response, title)
      const { status } = await catalog.send({ method: 'DELETE', url })
      if (status !== 204) t.fail(`${title}: ${status} when it is deleted`)
    } else if (status === 400 && response.errors !== null) refused.push(title)
    else t.fail(`${title}: ${status} ${response.message}`)
  }
  return refused
}

t.test(
  'given any extreme that the contract of a product allows, when it is sent, then it is stored and its event keeps its contract',
  async (t) => {
    const given = { components: [], 'variants[].components': [], ...mark('assets'), ...mark('variants[].assets') }
    const refused = await sendProducts(t, usual(extremeCases(ProductInput, given)))
    const sameIds = ['variants[].assets with 250 items', 'assets with 250 items']
    t.same(refused, sameIds, 'all have one id here; lists of 250 have a test where assets are added')
  },
)

t.test(
  'given any extreme that the contract of components allows, when they are sent, then they are stored or refused by name',
  async (t) => {
    await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'part' } })
    const code = 'part'
    const given = {
      '[].productId': code,
      '[].skuId': code,
      '[].options[].productId': code,
      '[].options[].skuId': code,
      '[].options[].priceOffsets[].amount': 999_999_999_999.999_9,
      '[].shipTogetherWithComponentId': null,
    }
    const cases = [...extremeCases(PackageComponentList, given)].map(({ title, value }) => ({
      title,
      value: { productId, components: value },
    }))
    const negative = ['every field at its lowest', '[].quantity = -999999999.999']
    t.same(await sendProducts(t, cases), negative, 'a quantity is above 0')
  },
)

t.test('given any extreme that the contract of a business customer allows, when it is sent, then it is stored', async (t) => {
  for (const { title, value } of usual(extremeCases(BusinessCustomerInput))) {
    if (UNSTORABLE.test(JSON.stringify(value))) continue
    const { status, body } = await catalog.send({ method: 'POST', url: '/api/BusinessCustomer', body: value })
    t.ok([200, 201].includes(status), `${title}: ${status} ${body.message}`)
  }
})
