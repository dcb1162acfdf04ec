import t from 'tap'
import { locateInJson } from './locate-in-json.ts'

const text = `{
  "stores": [
    { "id": "A" },
    {
      "id": "B",
      "a.b": { "c/d": [1,
        2] }
    }
  ]
}
`

t.test('given the path of a value, when it is located, then the pointer and the line of its name come back', async (t) => {
  t.same(locateInJson(text, 'stores[1].id'), { pointer: '/stores/1/id', line: 5 })
  t.same(locateInJson(text, 'stores[1]'), { pointer: '/stores/1', line: 4 })
  t.same(locateInJson(text, 'stores'), { pointer: '/stores', line: 2 })
  t.same(locateInJson(text, ''), { pointer: '', line: 1 })
})

t.test('given names with dots and slashes, when they are located, then the pointer names them as a whole', async (t) => {
  t.same(locateInJson(text, 'stores[1].a.b.c/d[1]'), { pointer: '/stores/1/a.b/c~1d/1', line: 7 })
})

t.test('given a value that is missing, when it is located, then the line is that of the part around it', async (t) => {
  t.same(locateInJson(text, 'stores[0].marketId'), { pointer: '/stores/0/marketId', line: 3 })
  t.same(locateInJson(text, 'markets'), { pointer: '/markets', line: 1 })
})

t.test('given a text that is not JSON, when something is located, then the line is that of the first fault', async (t) => {
  t.same(locateInJson('{\n  "a": 1,\n  "b": ]\n}', ''), { pointer: '', line: 3 })
  t.same(locateInJson('{\n  // no comments\n  "a": 1\n}', 'a'), { pointer: '', line: 2 })
  t.same(locateInJson('', ''), { pointer: '', line: 1 })
})
