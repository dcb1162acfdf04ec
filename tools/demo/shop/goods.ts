import type { Shape } from './drawings.ts'

/** A form in which something is sold. Without a colour it looks like the product. */
type Variant = { skuId: string; name: string; colour?: string }
export type Goods = {
  productId: string
  name: string
  brand: string
  productType: string
  description: string
  /** In NOK, with VAT. */
  price: number
  shape: Shape
  colour: string
  /** How often it is sold, beside the others. */
  weight: number
  variants: readonly Variant[]
  contents?: readonly { productId: string; skuId?: string; quantity: number; componentName: string }[]
}

const coffee = { brand: 'Morgen', productType: 'Coffee' }
const table = { brand: 'Leire', productType: 'Tableware' }
const home = { brand: 'Stue', productType: 'Home' }
const clothing = { brand: 'Fjellvind', productType: 'Clothing' }
const outdoor = { brand: 'Fjellvind', productType: 'Outdoor' }

const sizes = (productId: string, names: readonly string[]) =>
  names.map((name) => ({ skuId: `${productId}-${name.replaceAll(/[^A-Z0-9]/gi, '').toUpperCase()}`, name }))
const colours = (productId: string, named: Readonly<Record<string, string>>) =>
  Object.entries(named).map(([name, colour]) => ({ skuId: `${productId}-${name.toUpperCase()}`, name, colour }))

const BLUE = '#3d6b99'
const GREEN = '#4f7f5b'
const RED = '#b5493f'
const CREAM = '#e9e0cf'
const GREY = '#8a8f98'
const YELLOW = '#e0a92e'
const BROWN = '#8a5a36'

type Row = Omit<Goods, 'variants'> & { variants?: readonly Variant[] }

const rows: readonly Row[] = [
  { ...coffee, productId: 'coffee-machine', name: 'Coffee machine', description: 'Brews eight cups and turns itself off.', price: 1999, shape: 'machine', colour: '#2f3338', weight: 2, variants: [{ skuId: 'coffee-machine-black', name: 'Black' }, { skuId: 'coffee-machine-steel', name: 'Steel', colour: '#a9b0b7' }] },
  { ...coffee, productId: 'coffee-beans', name: 'Coffee beans 500 g', description: 'Medium roast from Colombia, whole beans.', price: 129, shape: 'pouch', colour: BROWN, weight: 9 },
  { ...coffee, productId: 'coffee-cup', name: 'Coffee cup', description: 'Porcelain, 20 cl, for the dishwasher.', price: 89, shape: 'cup', colour: '#f1efe9', weight: 5 },
  { ...coffee, productId: 'coffee-starter-box', name: 'Coffee starter box', description: 'Two packs of beans and four cups in a gift box.', price: 499, shape: 'box', colour: BROWN, weight: 3, contents: [{ productId: 'coffee-beans', quantity: 2, componentName: 'Beans' }, { productId: 'coffee-cup', quantity: 4, componentName: 'Cups' }] },
  { ...table, productId: 'STONEWARE-CUP', name: 'Stoneware cup', description: 'Thrown by hand, 30 cl. No two are the same.', price: 149, shape: 'cup', colour: BLUE, weight: 8, variants: colours('STONEWARE-CUP', { Blue: BLUE, Green: GREEN, Cream: CREAM }) },
  { ...table, productId: 'TEAPOT', name: 'Teapot', description: 'Stoneware, for four cups, with a strainer.', price: 349, shape: 'teapot', colour: GREEN, weight: 3 },
  { ...table, productId: 'DINNER-PLATE', name: 'Dinner plate', description: 'Stoneware, 27 cm.', price: 129, shape: 'plate', colour: BLUE, weight: 6, variants: colours('DINNER-PLATE', { Blue: BLUE, Cream: CREAM }) },
  { ...table, productId: 'CUTTING-BOARD', name: 'Cutting board', description: 'Oiled oak, 40 × 25 cm.', price: 399, shape: 'board', colour: '#b98650', weight: 3 },
  { ...table, productId: 'CHEF-KNIFE', name: "Chef's knife", description: 'Forged steel, 20 cm blade.', price: 649, shape: 'knife', colour: '#3a3f45', weight: 2 },
  { ...table, productId: 'BREAKFAST-BOX', name: 'Breakfast gift box', description: 'Two stoneware cups, a pack of beans and a candle.', price: 549, shape: 'box', colour: BLUE, weight: 3, contents: [{ productId: 'STONEWARE-CUP', skuId: 'STONEWARE-CUP-BLUE', quantity: 2, componentName: 'Cups' }, { productId: 'coffee-beans', quantity: 1, componentName: 'Beans' }, { productId: 'CANDLE', quantity: 1, componentName: 'Candle' }] },
  { ...home, productId: 'CANDLE', name: 'Scented candle', description: 'Pine and cedar. Burns for 40 hours.', price: 179, shape: 'candle', colour: GREEN, weight: 5 },
  { ...home, productId: 'CUSHION', name: 'Linen cushion', description: '50 × 50 cm, with a filling of feathers.', price: 299, shape: 'cushion', colour: RED, weight: 4, variants: colours('CUSHION', { Red: RED, Grey: GREY }) },
  { ...home, productId: 'BLANKET', name: 'Lambswool blanket', description: 'Woven in Norway, 130 × 200 cm.', price: 999, shape: 'blanket', colour: GREY, weight: 3 },
  { ...home, productId: 'DESK-LAMP', name: 'Desk lamp', description: 'Steel, dimmable, with a cable of two metres.', price: 799, shape: 'lamp', colour: YELLOW, weight: 3 },
  { ...home, productId: 'OAK-CHAIR', name: 'Oak chair', description: 'Solid oak, oiled. Delivered assembled.', price: 1899, shape: 'chair', colour: '#b98650', weight: 1 },
  { ...home, productId: 'NOTEBOOK', name: 'Notebook', description: '192 pages, dotted, opens flat.', price: 99, shape: 'book', colour: BLUE, weight: 6, variants: colours('NOTEBOOK', { Blue: BLUE, Red: RED }) },
  { ...clothing, productId: 'RAIN-JACKET', name: 'Rain jacket', description: 'Waterproof to 15,000 mm, taped seams.', price: 1499, shape: 'jacket', colour: YELLOW, weight: 4, variants: sizes('RAIN-JACKET', ['S', 'M', 'L']) },
  { ...clothing, productId: 'WOOL-SWEATER', name: 'Wool sweater', description: 'Merino, knitted in one piece.', price: 899, shape: 'sweater', colour: BLUE, weight: 4, variants: sizes('WOOL-SWEATER', ['S', 'M', 'L']) },
  { ...clothing, productId: 'WOOL-SOCKS', name: 'Wool socks, 2-pack', description: 'Merino with a terry sole.', price: 199, shape: 'socks', colour: GREY, weight: 8, variants: sizes('WOOL-SOCKS', ['36–40', '41–45']) },
  { ...clothing, productId: 'BEANIE', name: 'Beanie', description: 'Double-knitted lambswool.', price: 249, shape: 'beanie', colour: RED, weight: 5, variants: colours('BEANIE', { Red: RED, Grey: GREY }) },
  { ...outdoor, productId: 'BACKPACK', name: 'Day pack 22 l', description: 'With a rain cover and a pocket for a computer.', price: 1299, shape: 'backpack', colour: GREEN, weight: 3 },
  { ...outdoor, productId: 'WATER-BOTTLE', name: 'Water bottle', description: 'Steel, 75 cl.', price: 279, shape: 'bottle', colour: BLUE, weight: 6, variants: colours('WATER-BOTTLE', { Blue: BLUE, Green: GREEN, Steel: '#a9b0b7' }) },
  { ...outdoor, productId: 'THERMOS', name: 'Thermos flask', description: 'Keeps coffee hot for 12 hours, 1 l.', price: 449, shape: 'bottle', colour: '#2f3338', weight: 4 },
  { ...outdoor, productId: 'HEAD-TORCH', name: 'Head torch', description: '400 lumen, charged by USB.', price: 499, shape: 'torch', colour: '#2f3338', weight: 3 },
]

/** What the shop sells. */
export const goods: readonly Goods[] = rows.map((row) => ({ variants: [], ...row }))

/** One thing that can be put into an order. */
export type Article = { goods: Goods; skuId: string; variantName: string | null }

/** Everything that can be put into an order, as often as it is sold beside the others. */
export const soldArticles: readonly Article[] = goods.flatMap((item) => {
  const of = articles(item)
  return Array.from({ length: item.weight * (4 - Math.min(of.length, 3)) }, () => of).flat()
})

/** The SKUs that stock is kept of: all but packages. */
export const stockedArticles: readonly Article[] = goods.filter(({ contents }) => contents === undefined).flatMap(articles)

function articles(item: Goods): Article[] {
  if (item.variants.length === 0) return [{ goods: item, skuId: item.productId, variantName: null }]
  return item.variants.map(({ skuId, name }) => ({ goods: item, skuId, variantName: name }))
}
