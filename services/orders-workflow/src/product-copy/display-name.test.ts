import fc from 'fast-check'
import t from 'tap'
import { displayName } from './display-name.ts'

t.test('given a product and a variant, when they are named, then the name of the product appears once', async (t) => {
  const names: [string | null, string | null, string | null][] = [
    ['Rain jacket', 'Large', 'Rain jacket, Large'],
    ['Rain jacket', 'Rain jacket Large', 'Rain jacket Large'],
    ['Rain jacket', 'Large RAIN  JACKET', 'Large RAIN  JACKET'],
    ['Rain jacket', 'Rain jacket', 'Rain jacket'],
    ['Cup', 'Cupboard blue', 'Cup, Cupboard blue'],
    ['Cup', 'Hiccup cup', 'Hiccup cup'],
    ['Blåbær', 'bla\u030abær, 1 kg', 'bla\u030abær, 1 kg'],
    [' Rain jacket ', ' Large ', 'Rain jacket, Large'],
    ['Rain jacket', null, 'Rain jacket'],
    ['Rain jacket', ' ', 'Rain jacket'],
    [null, 'Large', 'Large'],
    ['', '', null],
    [null, null, null],
  ]
  for (const [productName, variantName, expected] of names) t.equal(displayName({ productName, variantName }), expected)
})

t.test('given a display name, when its product is named with it, then nothing changes', async (t) => {
  const name = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }))
  fc.assert(
    fc.property(name, name, (productName, variantName) => {
      const once = displayName({ productName, variantName })
      return displayName({ productName, variantName: once }) === once
    }),
  )
  t.pass()
})
