/**
 * Component products and packages of them; a copy differs in its id, which all its texts contain.
 */
export const PARTS = 400
export const TEMPLATES = 1_000

const brands = ['Granberg', 'Fjord', 'Nordlys', 'Åsen', 'Bølge', null]
const types = ['Cup', 'Beans', 'Machine', 'Grinder', 'Filter']
const names = ['Coffee cup', 'Dark roast', 'Espresso machine', 'Grinder', 'Paper filter', 'Gift box']

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

export const partId = (index: number) => `part-${String(index % PARTS).padStart(4, '0')}`
const templateId = (index: number) => `template-${String(index).padStart(5, '0')}`

/** A product with two variants that packages are made of. */
export function partProduct(index: number): Record<string, unknown> {
  const productId = partId(index)
  const variants = ['a', 'b'].map((letter) => ({ skuId: `${productId}-${letter}`, name: `Part ${index} ${letter}`, price: 49 }))
  return { productId, name: `${at(names, index)} ${index}`, brand: at(brands, index), productType: at(types, index), variants }
}

/** One product in three is a package of three parts; the others have a variant or two. */
export function templateProduct(index: number): Record<string, unknown> {
  const productId = templateId(index)
  const head = {
    productId,
    name: `${at(names, index * 7)} of ${productId}`,
    brand: at(brands, index * 3),
    productType: at(types, index),
    price: 199.5,
    taxGroupCode: 'NO-25',
    gtins: [`704${String(index).padStart(10, '0')}`],
  }
  if (index % 3 > 0) return { ...head, variants: [{ skuId: `${productId}-1` }, { skuId: `${productId}-2`, price: 249 }] }
  const components = [0, 1, 2].map((turn) => ({
    productId: partId(index + turn * 37),
    quantity: turn + 1,
    componentId: `${productId}-component-${turn}`,
    options: [{ skuId: `${partId(index + turn * 37)}-a` }],
  }))
  return { ...head, isPackage: true, components }
}
