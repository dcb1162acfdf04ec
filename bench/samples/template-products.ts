/**
 * Component products and packages of them; a copy differs in its id, which all its texts contain.
 */
export const PARTS = 400
export const TEMPLATES = 1_000

const brands = ['Granberg', 'Fjord', 'Nordlys', 'Åsen', 'Bølge', null]
const types = ['Cup', 'Beans', 'Machine', 'Grinder', 'Filter']
const names = ['Coffee cup', 'Dark roast', 'Espresso machine', 'Grinder', 'Paper filter', 'Gift box']

const at = <T>(list: readonly T[], place: number) => list[place % list.length] as T

export const partId = (place: number) => `part-${String(place % PARTS).padStart(4, '0')}`
const templateId = (place: number) => `template-${String(place).padStart(5, '0')}`

/** A product with two variants that packages are made of. */
export function partProduct(place: number): Record<string, unknown> {
  const productId = partId(place)
  const variants = ['a', 'b'].map((letter) => ({ skuId: `${productId}-${letter}`, name: `Part ${place} ${letter}`, price: 49 }))
  return { productId, name: `${at(names, place)} ${place}`, brand: at(brands, place), productType: at(types, place), variants }
}

/** One product in three is a package of three parts; the others have a variant or two. */
export function templateProduct(place: number): Record<string, unknown> {
  const productId = templateId(place)
  const head = {
    productId,
    name: `${at(names, place * 7)} of ${productId}`,
    brand: at(brands, place * 3),
    productType: at(types, place),
    price: 199.5,
    taxGroupCode: 'NO-25',
    gtins: [`704${String(place).padStart(10, '0')}`],
  }
  if (place % 3 > 0) return { ...head, variants: [{ skuId: `${productId}-1` }, { skuId: `${productId}-2`, price: 249 }] }
  const components = [0, 1, 2].map((turn) => ({
    productId: partId(place + turn * 37),
    quantity: turn + 1,
    componentId: `${productId}-component-${turn}`,
    options: [{ skuId: `${partId(place + turn * 37)}-a` }],
  }))
  return { ...head, isPackage: true, components }
}
