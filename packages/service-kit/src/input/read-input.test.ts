import { DomainError } from '@open-oms/contracts/errors'
import { Order } from '@open-oms/contracts/orders/order'
import { DateTime, DateTimeUpTo, InputModel, List, Model, Nullable, Quantity, Text, Word } from '@open-oms/contracts/primitives'
import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import t from 'tap'
import { propertyRuns } from '../testing/property-runs.ts'
import { compileReader } from './read-input.ts'

const Line = Model('TestLine', {
  code: Nullable(Text),
  quantity: Quantity,
  dimensions: Type.Record(Type.String(), Type.String()),
  tags: List(Text),
  due: Nullable(DateTime),
  kind: Word(['None', 'LineItem', 'Order'], { byNumber: true }),
  side: Word(['Left', 'Right']),
})
const Thing = Model('TestThing', { storeId: Text, lines: List(Line, 3), parent: Nullable(Line), isOpen: Type.Boolean() })
const readThing = compileReader(InputModel(Thing, ['storeId']), 'json')

function inputErrors(read: () => unknown) {
  try {
    read()
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, errors: error.details.errors }
    throw error
  }
  return null
}

t.test('given names in any letter case, when input is read, then they match and unknown ones are dropped', async (t) => {
  t.same(readThing({ STOREID: 's', Lines: [{ QUANTITY: 2, colour: 'red' }], nothing: { deep: 1 } }), {
    storeId: 's',
    lines: [{ quantity: 2 }],
  })
})

t.test('given two spellings of a name, when input is read, then the last one counts, null too', async (t) => {
  t.same(readThing({ storeId: 'a', StoreId: 'b' }), { storeId: 'b' })
  t.same(readThing({ storeId: 'a', isOpen: true, IsOpen: null }), { storeId: 'a' })
})

t.test('given null for an optional field or list, then it is the same as leaving it out', async (t) => {
  t.same(readThing({ storeId: 's', lines: null, parent: null, isOpen: null }), { storeId: 's' })
})

t.test('given null for a required list, then it is an empty list; for another required field it is an error', async (t) => {
  const read = compileReader(Type.Object({ ids: List(Text), name: Text }), 'json')
  t.same(read({ ids: null, name: 'n' }), { ids: [], name: 'n' })
  t.same(inputErrors(() => read({ ids: [], name: null }))?.errors, { name: ['must not be null'] })
})

t.test('given a nullable field, when it is null, then null is kept', async (t) => {
  t.same(compileReader(Type.Object({ a: Type.Optional(Nullable(Text)) }), 'json')({ A: null }), { a: null })
})

t.test('given null as an item of a list, when input is read, then the error names its index', async (t) => {
  t.same(inputErrors(() => readThing({ storeId: 's', lines: [{}, null] }))?.errors, { 'lines[1]': ['must not be null'] })
})

t.test('given a dictionary, when input is read, then its keys are unchanged', async (t) => {
  t.same(readThing({ storeId: 's', lines: [{ Dimensions: { Code: '1', CODE: '2' } }] }), {
    storeId: 's',
    lines: [{ dimensions: { Code: '1', CODE: '2' } }],
  })
})

t.test('given dates in input, when it is read, then they are UTC with milliseconds, and no date is null', async (t) => {
  const read = compileReader(Type.Object({ on: Type.Optional(DateTime), upTo: Type.Optional(DateTimeUpTo) }), 'json')
  t.same(read({ on: '2026-03-01T10:00:00+02:00', upTo: '2026-03-01' }), {
    on: '2026-03-01T08:00:00.000Z',
    upTo: '2026-03-01T23:59:59.999Z',
  })
  t.same(read({ on: '', upTo: '0001-01-01T00:00:00' }), {})
  t.same(inputErrors(() => read({ on: '2026-02-30' }))?.errors, {
    on: ['is no date or time that there is; it must be a date such as 2026-01-31T12:00:00Z'],
  })
})

t.test('given enumerated words, when input is read, then any letter case matches, and a number only where allowed', async (t) => {
  t.same(readThing({ storeId: 's', parent: { kind: 'lineitem', side: 'RIGHT' } }), {
    storeId: 's',
    parent: { kind: 'LineItem', side: 'Right' },
  })
  t.same(readThing({ storeId: 's', parent: { kind: 2 } }), { storeId: 's', parent: { kind: 'Order' } })
  t.same(readThing({ storeId: 's', parent: { kind: '2' } }), { storeId: 's', parent: { kind: 'Order' } })
  t.same(inputErrors(() => readThing({ storeId: 's', parent: { side: 1, kind: 9 } }))?.errors, {
    'parent.kind': ['must be one of None, LineItem, Order'],
    'parent.side': ['must be one of Left, Right'],
  })
})

t.test('given a numeric text for a number, when a body is read, then it is refused', async (t) => {
  t.same(
    inputErrors(() => readThing({ storeId: 's', lines: [{ quantity: '2' }] })),
    {
      code: 'ValidationFailed',
      errors: { 'lines[0].quantity': ['must be a number'] },
    },
  )
})

t.test('given several bad fields, when input is read, then each path has one readable text', async (t) => {
  const bad = { lines: [{ quantity: 1.2345 }, {}, {}, {}], isOpen: 'yes', parent: 7 }
  t.same(inputErrors(() => readThing(bad))?.errors, {
    storeId: ['is required'],
    lines: ['must have at most 3 items'],
    'lines[0].quantity': ['must fit: at most 9 integer digits and 3 decimals'],
    isOpen: ['must be true or false'],
    parent: ['must be an object'],
  })
})

t.test('given no body, when its schema is not optional, then it is required', async (t) => {
  t.same(
    inputErrors(() => readThing(undefined)),
    { code: 'ValidationFailed', errors: { '': ['is required'] } },
  )
  t.same(
    inputErrors(() => readThing(null)),
    { code: 'ValidationFailed', errors: { '': ['is required'] } },
  )
  t.equal(compileReader(Type.Optional(Type.Object({})), 'json')(undefined), undefined)
  t.same(compileReader(List(Text), 'json')(null), [])
  t.same(inputErrors(() => compileReader(List(Text), 'json')({}))?.errors, { '': ['must be a list'] })
})

t.test('given query texts, when they are read, then they become numbers, booleans, dates and lists', async (t) => {
  const Query = Type.Object({
    take: Type.Optional(Type.Integer()),
    price: Type.Optional(Type.Number()),
    isOpen: Type.Optional(Type.Boolean()),
    storeIds: Type.Optional(List(Text)),
    from: Type.Optional(DateTime),
    text: Type.Optional(Text),
  })
  const read = compileReader(Query, 'text')
  t.same(read({ Take: '10', price: '1.5', ISOPEN: 'True', storeids: 'a', from: '2026-01-02T03:04:05 01:00', text: '7' }), {
    take: 10,
    price: 1.5,
    isOpen: true,
    storeIds: ['a'],
    from: '2026-01-02T02:04:05.000Z',
    text: '7',
  })
  t.same(read({ storeIds: ['a', 'b'], StoreIds: 'c', take: ['1', '2'] }), { storeIds: ['a', 'b', 'c'], take: 2 })
  t.same(read({ take: '', isOpen: '', from: '', text: '' }), { text: '' })
  t.same(inputErrors(() => read({ take: '1x', isOpen: 'maybe' }))?.errors, {
    take: ['must be a whole number'],
    isOpen: ['must be true or false'],
  })
})

t.test('given a recursive schema, when input is read, then it applies at every depth', async (t) => {
  const Node = Type.Recursive((This) =>
    Type.Object({ name: Text, at: Type.Optional(DateTime), nodes: Type.Optional(Type.Array(This)) }),
  )
  const read = compileReader(Node, 'json')
  t.same(read({ NAME: 'a', Nodes: [{ Name: 'b', at: '2026-01-01', x: 1 }] }), {
    name: 'a',
    nodes: [{ name: 'b', at: '2026-01-01T00:00:00.000Z' }],
  })
})

t.test('given a hostile property name, when input is read, then it does not reach the prototype', async (t) => {
  const read = readThing(JSON.parse('{"storeId":"s","__proto__":{"isOpen":true},"constructor":{"prototype":{}}}')) as Record<
    string,
    unknown
  >
  t.same(read, { storeId: 's' })
  t.equal(read.isOpen, undefined)
})

t.test('given any JSON value, when it is read, then it is accepted or ValidationFailed', async (t) => {
  const read = compileReader(InputModel(Order, ['storeId']), 'json')
  const names = [...Object.keys(Order.properties), 'lineItems', 'quantity']
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names), tie('tree')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }))
  const property = fc.property(tree, (value) => {
    const failure = inputErrors(() => read(value))
    return failure === null || failure.code === 'ValidationFailed'
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: propertyRuns(300) }))
})

t.test('given thousands of bad values, when input is read, then at most 100 paths are named', async (t) => {
  const failure = inputErrors(() => compileReader(Type.Array(Text), 'json')(new Array(10_000).fill(1)))
  t.equal(Object.keys(failure?.errors ?? {}).length, 100)
})

// To find what is wrong took half a second for an order of 7 MB, in which no other request was
// served.
t.test('given long lists with bad items, when they are read, then each bad path has its own position', async (t) => {
  const Note = Type.Object({ key: Text, value: Type.Optional(Text) })
  const Line = Type.Object({ id: Text, notes: Type.Optional(Type.Union([Type.Array(Note, { maxItems: 200 }), Type.Null()])) })
  const read = compileReader(Type.Object({ lines: Type.Array(Line, { minItems: 60, maxItems: 100 }) }), 'json')
  const notes = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ key: `k${index}` }))
  const lines = (count: number): object[] => Array.from({ length: count }, () => ({ id: 'a', notes: notes(2) }))
  const bad = lines(100)
  bad[7] = {}
  bad[70] = { id: 'a', notes: notes(150).with(120, { key: 1 }) }
  bad[71] = { id: 'a', notes: notes(201) }
  bad[99] = { id: 'a', notes: notes(3).with(2, { key: 'k', value: 5 }) }
  t.same(inputErrors(() => read({ lines: bad }))?.errors, {
    'lines[7].id': ['is required'],
    'lines[70].notes[120].key': ['must be a text'],
    'lines[71].notes': ['must have at most 200 items'],
    'lines[99].notes[2].value': ['must be a text'],
  })
  t.same(inputErrors(() => read({ lines: lines(101) }))?.errors, { lines: ['must have at most 100 items'] })
  t.same(inputErrors(() => read({ lines: lines(59) }))?.errors, { lines: ['must have at least 60 items'] })
  t.same(inputErrors(() => read({ lines: lines(60).with(59, {}) }))?.errors, { 'lines[59].id': ['is required'] })
})
