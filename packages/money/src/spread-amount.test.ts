import t from 'tap'
import { type Minor, ZERO } from './minor.ts'
import { type Moves, move, type OpenAmount, spread } from './spread-amount.ts'

const amount = (value: number) => value as Minor
const open = (...amounts: number[]): OpenAmount<string>[] =>
  amounts.map((value, index) => ({ of: 'abc'[index] as string, open: amount(value) }))

function spreadOver(total: number, openAmounts: OpenAmount<string>[], limit?: number) {
  const moves: Moves<string> = new Map()
  const limitOf = ({ open: most }: OpenAmount<string>) => (limit === undefined ? most : amount(limit))
  const rest = spread(amount(total), openAmounts, { moves, limitOf })
  return { rest, moves: [...moves], open: openAmounts.map(({ open: left }) => left) }
}

t.test('given open amounts, when an amount is spread, then it moves in proportion and reduces them', async (t) => {
  t.same(spreadOver(30, open(100, 200)), {
    rest: 0,
    moves: [
      ['a', 10],
      ['b', 20],
    ],
    open: [90, 180],
  })
})

t.test('given less that is open, when more is spread, then the rest comes back', async (t) => {
  t.same(spreadOver(50, open(10, 20)), {
    rest: 20,
    moves: [
      ['a', 10],
      ['b', 20],
    ],
    open: [0, 0],
  })
  t.same(spreadOver(50, []), { rest: 50, moves: [], open: [] })
})

t.test(
  'given a limit for each, when an amount is spread, then none moves more, and what is negative moves nothing',
  async (t) => {
    t.same(spreadOver(50, open(100, 200), 5), {
      rest: 40,
      moves: [
        ['a', 5],
        ['b', 5],
      ],
      open: [95, 195],
    })
    t.same(spreadOver(50, open(-3, 20)), { rest: 30, moves: [['b', 20]], open: [-3, 0] })
    t.same(spreadOver(-5, open(10)), { rest: -5, moves: [], open: [10] })
  },
)

t.test('given an amount that moved already, when more of it moves, then both are counted together', async (t) => {
  const moves: Moves<string> = new Map([['a', amount(3)]])
  const [one] = open(10) as [OpenAmount<string>]
  move(one, amount(4), moves)
  move(one, ZERO, moves)
  t.same([...moves], [['a', 7]])
  t.equal(one.open, 6)
  move({ of: 'b', open: amount(1) }, ZERO, moves)
  t.equal(moves.has('b'), false, 'nothing is no move')
})
