import fc from 'fast-check'
import t from 'tap'
import { newProduct, type ReadProduct } from '../../products/domain/new-product.ts'
import { assertNoCircle, type ComponentEdge } from './component-circle.ts'
import { componentReferences, containedProducts, namedCodes, referenceProblems, withOwnCodes } from './component-references.ts'
import { componentShapeProblems } from './component-shape.ts'

const context = { now: '2026-01-31T12:00:00.000Z', versionId: 'v1', actor: 'test' }
const product = (given: Partial<ReadProduct>) => newProduct({ productId: 'A', ...given }, context)
const shapeProblems = (given: Partial<ReadProduct>) => componentShapeProblems(product(given))
const invalidAt = (path: string) => [{ code: 'ComponentInvalid', path }]

t.test('given a component, when its quantity is not above 0, then it is refused with its path', async (t) => {
  for (const quantity of [0, -1])
    t.match(shapeProblems({ components: [{ productId: 'B', quantity }] }), invalidAt('components[0].quantity'))
  const variants = [
    {
      skuId: 'A-1',
      components: [
        { productId: 'B', quantity: 1 },
        { productId: 'B', quantity: 0 },
      ],
    },
  ]
  t.match(shapeProblems({ variants }), invalidAt('variants[0].components[1].quantity'))
})

t.test('given components of a product and its variants, when a componentId repeats, then it is refused', async (t) => {
  const components = [{ productId: 'B', quantity: 1, componentId: 'x' }]
  t.match(shapeProblems({ components: [...components, ...components] }), invalidAt('components[1].componentId'))
  const variants = [{ skuId: 'A-1', components }]
  t.match(shapeProblems({ components, variants }), invalidAt('variants[0].components[0].componentId'))
})

t.test('given shipTogetherWithComponentId, when it names no other component of the list, then it is refused', async (t) => {
  const link = (componentId: string | undefined, shipTogetherWithComponentId: string) => ({
    productId: 'B',
    quantity: 1,
    shipTogetherWithComponentId,
    ...(componentId === undefined ? {} : { componentId }),
  })
  const at = invalidAt('components[0].shipTogetherWithComponentId')
  t.match(shapeProblems({ components: [link('x', 'y')] }), at)
  t.match(shapeProblems({ components: [link('x', 'x')] }), at, 'a component is not its own sibling')
  t.same(shapeProblems({ components: [link(undefined, 'y'), { productId: 'C', quantity: 1, componentId: 'y' }] }), [])
})

t.test('given an option of a component, when it names neither SKU nor product, then it is refused', async (t) => {
  const components = [{ productId: 'B', quantity: 1, options: [{ skuId: 'B-1' }, {}] }]
  t.match(shapeProblems({ components }), invalidAt('components[0].options[1]'))
})

const known = {
  owners: new Map([
    ['B', 'B'],
    ['B-1', 'B'],
    ['C', 'C'],
    ['D', 'D'],
    ['D-1', 'D'],
  ]),
  skus: new Set(['B-1', 'C', 'D-1']),
}
const references = (given: Partial<ReadProduct>) => {
  const built = product(given)
  return [componentReferences(built), withOwnCodes(known, built)] as const
}
const problems = (given: Partial<ReadProduct>) => referenceProblems(...references(given))

t.test('given components and options, when their references are resolved, then owners and SKUs are named once', async (t) => {
  const components = [
    { productId: 'B', quantity: 1, skuId: 'B-1', options: [{ skuId: 'D-1' }, { productId: 'C' }] },
    { productId: 'C', quantity: 1, skuId: 'C' },
  ]
  const twice = references({ components: [...components, { productId: 'B', quantity: 2, skuId: 'B-1' }] })
  t.same(referenceProblems(...twice), [])
  t.same(containedProducts(...twice), [
    { productId: 'B', skuIds: ['B-1'] },
    { productId: 'D', skuIds: ['D-1'] },
    { productId: 'C', skuIds: ['C'] },
  ])
  t.same(namedCodes(componentReferences(product({ components }))), ['B', 'B-1', 'D-1', 'C'])
})

t.test('given a component, when it names an unknown product, then it is refused with its path', async (t) => {
  const at = (path: string) => [{ code: 'ComponentProductNotFound', path }]
  t.match(problems({ components: [{ productId: 'X', quantity: 1 }] }), [{ path: 'components[0].productId', text: /"X"/ }])
  t.match(problems({ components: [{ productId: 'B-1', quantity: 1 }] }), at('components[0].productId'), 'a SKU is no product')
  const option = [{ productId: 'B', quantity: 1, options: [{ productId: 'X' }] }]
  t.match(problems({ components: option }), at('components[0].options[0].productId'))
})

t.test('given a component, when its SKU is not of the product it names, then it is refused with its path', async (t) => {
  const at = (path: string) => [{ code: 'InvalidComponentSku', path }]
  t.match(problems({ components: [{ productId: 'B', quantity: 1, skuId: 'D-1' }] }), at('components[0].skuId'))
  t.match(problems({ components: [{ productId: 'B', quantity: 1, skuId: 'B' }] }), at('components[0].skuId'), 'B has variants')
  const option = [{ productId: 'B', quantity: 1, options: [{ skuId: 'X' }] }]
  t.match(problems({ components: option }), at('components[0].options[0].skuId'))
})

t.test('given references to the product itself, when they are checked, then its new codes count', async (t) => {
  const stored = { owners: new Map([...known.owners, ['A', 'A'], ['A-old', 'A']]), skus: new Set(['A-old']) }
  const codes = withOwnCodes(stored, product({ variants: [{ skuId: 'A-new' }] }))
  t.equal(codes.owners.get('A-new'), 'A')
  t.same(
    [codes.owners.has('A-old'), codes.skus.has('A-old'), codes.skus.has('A'), codes.skus.has('A-new')],
    [false, false, false, true],
  )
})

const edge = (productId: string, componentProductId: string): ComponentEdge => ({ productId, componentProductId })

t.test('given a product that contains itself at any depth, when it is checked, then it is refused with the path', async (t) => {
  t.throws(() => assertNoCircle('A', ['A'], []), { code: 'CircularReference', message: /A → A\.$/ })
  t.throws(() => assertNoCircle('A', ['B'], [edge('B', 'C'), edge('C', 'A')]), {
    code: 'CircularReference',
    message: /A → B → C → A\.$/,
  })
})

t.test('given a product that is contained twice and a circle elsewhere, then the check passes and ends', async (t) => {
  t.doesNotThrow(() => assertNoCircle('A', ['B', 'C'], [edge('B', 'D'), edge('C', 'D')]))
  t.doesNotThrow(() => assertNoCircle('A', ['B'], [edge('B', 'C'), edge('C', 'B')]))
})

t.test('given any catalogue, when a write passes the check, then there is no circle', async (t) => {
  const id = fc.integer({ min: 0, max: 7 }).map(String)
  const everyHistory = fc.property(fc.array(fc.tuple(id, fc.uniqueArray(id, { maxLength: 3 })), { maxLength: 25 }), (writes) => {
    let edges: ComponentEdge[] = []
    for (const [productId, contained] of writes) {
      const others = edges.filter((other) => other.productId !== productId)
      try {
        assertNoCircle(productId, contained, others)
        edges = [...others, ...contained.map((component) => edge(productId, component))]
      } catch {
        // Refused: the catalogue stays as it was.
      }
    }
    return isAcyclic(edges)
  })
  t.doesNotThrow(() => fc.assert(everyHistory))
})

/**
 * Products without components are removed until none is left; the remainder is a cycle.
 */
function isAcyclic(edges: ComponentEdge[]): boolean {
  let rest = edges
  for (;;) {
    const next = rest.filter(({ componentProductId }) => rest.some(({ productId }) => productId === componentProductId))
    if (next.length === rest.length) return rest.length === 0
    rest = next
  }
}
