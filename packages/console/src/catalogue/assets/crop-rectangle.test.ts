import t from 'tap'
import { type Corner, largestPart, moved, ratios, resized, withNumber } from './crop-rectangle.ts'

const size = { width: 400, height: 300 }
const part = { x: 100, y: 100, width: 100, height: 100 }

t.test('given a picture, when a ratio is chosen, then the part is the largest one with it, in the middle', async (t) => {
  t.same(largestPart(size, null), { x: 0, y: 0, width: 400, height: 300 })
  t.same(largestPart(size, ratios.square), { x: 50, y: 0, width: 300, height: 300 })
  t.same(largestPart(size, ratios.wide), { x: 0, y: 38, width: 400, height: 225 })
  t.same(largestPart({ width: 5, height: 3 }, ratios.square), { x: 1, y: 0, width: 3, height: 3 })
})

t.test('given a part, when it is moved, then it stays inside of the picture and keeps its size', async (t) => {
  t.same(moved(part, { x: 20, y: -30 }, size), { ...part, x: 120, y: 70 })
  t.same(moved(part, { x: 999, y: -999 }, size), { ...part, x: 300, y: 0 })
})

t.test('given a corner, when it is moved, then the opposite one stays and no edge leaves the picture', async (t) => {
  t.same(resized(part, { corner: 'se', x: 50, y: 20, ratio: null }, size), { x: 100, y: 100, width: 150, height: 120 })
  t.same(resized(part, { corner: 'nw', x: -500, y: 40, ratio: null }, size), { x: 0, y: 140, width: 200, height: 60 })
  t.same(resized(part, { corner: 'ne', x: -500, y: 500, ratio: null }, size), { x: 100, y: 184, width: 16, height: 16 })
  for (const corner of ['nw', 'ne', 'sw', 'se'] as Corner[]) {
    const { x, y, width, height } = resized(part, { corner, x: 999, y: -999, ratio: ratios.landscape }, size)
    t.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, corner)
    t.ok(Math.abs(width / height - ratios.landscape) < 0.1, `${corner}: the ratio stays`)
  }
})

t.test('given typed numbers, when they are beyond the picture, then they are the nearest ones that fit', async (t) => {
  t.same(withNumber(part, { width: 9_999 }, size), { ...part, width: 300 })
  t.same(withNumber(part, { x: 390 }, size), { x: 384, y: 100, width: 16, height: 100 })
  t.same(withNumber(part, { height: 1, y: -5 }, size), { x: 100, y: 0, width: 100, height: 16 })
})
