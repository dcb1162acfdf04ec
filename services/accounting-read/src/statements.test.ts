// Own process: it checks every statement that the process has loaded.
import type { PostingSearchRequest } from '@open-oms/contracts/accounting/search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { BuiltStatement } from '@open-oms/service-kit/database/statement'
import { checkStatements } from '@open-oms/service-kit/testing/schema/service-statements'
import t from 'tap'
import { openingStatement } from './modules/accounting-files/voucher-store.ts'
import { bookedUpTo, exportStatement } from './modules/export/line-export-store.ts'
import { figuresStatement } from './modules/ledger/get-ledger-figures.ts'
import { summedLines, sumStatement } from './modules/ledger/get-trial-balance.ts'
import { type LineSort, lineCountStatement, linePageStatement } from './modules/ledger/ledger-line-store.ts'
import { buildLineFilter, type LineFilterRequest, lineConditions } from './modules/ledger/line-filter.ts'
import { postingCountStatement, postingPageStatement } from './modules/postings/posting-read-store.ts'
import { buildPostingFilter } from './modules/postings/search-postings.ts'
import { positionCursor } from './modules/search/search-position.ts'
import { aConfig } from './testing/accounting-fixture.ts'

const config = aConfig()
const deps = { config: () => config }
const unlimited: Caller = { clientId: 'test', roles: [], storeIds: null, actor: 'test' }
const limited: Caller = { ...unlimited, storeIds: ['Oslo-01', 'Bergen-01'] }
const id = '0192f0c1-2345-7abc-8def-0123456789ab'
const last = { postingDate: '2026-01-15', postingId: id, lineSequence: 3 }
const firstPage = { take: 50, page: 1, after: null }

const range = { postingDateFrom: '2026-01-01T00:00:00.000Z', postingDateTo: '2026-01-31T00:00:00.000Z' }
const ofPosting = { ...range, storeGroupId: 'norway', source: 'PosZReport', registerId: '1' } as const
const everyPostingFilter: PostingSearchRequest = {
  ...ofPosting,
  accountingCompanyCode: 'NO01',
  status: 'Posted',
  orderIds: ['1', '2'],
}

/** Filters of postings alone, of one store, of lines, and all together. */
const lineFilters: Record<string, LineFilterRequest> = {
  'no filter': {},
  'filters of postings': { ...range, postingId: id, currencyCode: 'NOK', source: 'WebFulfillment' },
  'filters of postings, one store': { storeId: 'Oslo-01' },
  'a posting that is none': { postingId: 'none', accountNumber: '3000' },
  'every filter': {
    ...ofPosting,
    postingId: id,
    currencyCode: 'NOK',
    accountNumbers: ['3000', '3001'],
    category: 'Sales',
    taxGroupCode: 'high',
    vatCode: '3',
  },
}

const linePositions: [LineSort['by'], unknown[]][] = [
  ['PostingDate', ['2026-01-15', id, 3]],
  ['AccountNumber', ['3000', '2026-01-15', id, 3]],
  ['PostingId', [id, 3]],
]

function postingSearches(): Record<string, BuiltStatement> {
  const filters = [
    buildPostingFilter(deps, unlimited, { includeSuperseded: true }),
    buildPostingFilter(deps, limited, everyPostingFilter),
  ]
  const after = positionCursor({ name: 'postings', checks: [] }).format(['2026-01-15', id])
  const built = filters.map((filter, index) => [
    [`postings counted, filter ${index}`, postingCountStatement(filter)],
    [`postings, first page, filter ${index}`, postingPageStatement(filter, firstPage)],
    [`postings, after a position, filter ${index}`, postingPageStatement(filter, { ...firstPage, after })],
  ])
  return Object.fromEntries(built.flat())
}

function lineSearches(): Record<string, BuiltStatement> {
  const built: Record<string, BuiltStatement> = {}
  for (const [title, request] of Object.entries(lineFilters)) {
    const filter = buildLineFilter(deps, 'storeId' in request ? unlimited : limited, request)
    built[`lines counted, ${title}`] = lineCountStatement(filter)
    for (const [by, position] of linePositions) {
      for (const isDescending of [false, true]) {
        const name = `lines ${by} ${isDescending ? 'desc' : 'asc'}`
        const page = { ...firstPage, sort: { by, isDescending } }
        built[`${name}, ${title}`] = linePageStatement(filter, page)
        const after = positionCursor({ name, checks: [] }).format(position)
        built[`${name}, after a position, ${title}`] = linePageStatement(filter, { ...page, after })
      }
    }
  }
  return built
}

function exports(): Record<string, BuiltStatement> {
  const built: Record<string, BuiltStatement> = {}
  for (const [title, request] of Object.entries(lineFilters)) {
    for (const includeSuperseded of [false, true]) {
      const filter = buildLineFilter(deps, limited, request)
      bookedUpTo(filter.ofPosting, '{"NO01":7}', { includeSuperseded })
      const all = lineConditions(filter)
      const name = `export${includeSuperseded ? ' with superseded lines' : ''}`
      built[`${name}, ${title}`] = exportStatement(all, undefined)
      built[`${name}, behind the first lines, ${title}`] = exportStatement(all, last)
      built[`openings of ${name}, ${title}`] = openingStatement(all, '2026-01-01')
    }
  }
  return built
}

function trialBalances(): Record<string, BuiltStatement> {
  const asOf = new Date('2026-02-01T00:00:00.000Z')
  const request = { from: range.postingDateFrom, to: range.postingDateTo, storeId: 'Oslo-01', accountingCompanyCode: 'NO01' }
  return {
    'trial balance': sumStatement(summedLines(unlimited, {}, asOf)),
    'trial balance, every filter': sumStatement(summedLines(limited, request, asOf)),
    'ledger figures': figuresStatement(summedLines(limited, request, asOf)),
  }
}

t.test('given the declared statements of accounting-read, when Postgres describes them, then they are as declared', async (t) => {
  const built = { ...postingSearches(), ...lineSearches(), ...exports(), ...trialBalances() }
  await checkStatements(t, 'accounting-read', built)
})
