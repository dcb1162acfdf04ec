import type { PostingExportQuery } from '@open-oms/contracts/accounting/posting-export'
import type { AccountingFiles } from '@open-oms/contracts/config/accounting-files'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import { Decimal } from '@open-oms/money/decimal'
import { type Caller, isInScope } from '@open-oms/service-kit/authentication/caller'
import { type SqlConditions, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { responseStream } from '@open-oms/service-kit/http/response-stream'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import iconv from 'iconv-lite'
import type { Deps } from '../../deps.ts'
import { bookedUpTo, currentChainEnds } from '../export/line-export-store.ts'
import { addPostingDates, addScope } from '../search/search-request.ts'
import { MISSING } from './domain/file-text.ts'
import { beginOfFiscalYear } from './domain/fiscal-year.ts'
import { type VoucherMapping, voucherMapping } from './domain/map-vouchers.ts'
import { voucherSums } from './domain/sum-vouchers.ts'
import type { FileAccount, FileFormat, FileHead, FileProblems } from './domain/voucher.ts'
import { datev } from './formats/datev.ts'
import { saft } from './formats/saft.ts'
import { sie4i } from './formats/sie4i.ts'
import { tripletexCsv } from './formats/tripletex-csv.ts'
import { readPostings, sumOpenings } from './voucher-store.ts'

const formats: Record<PostingExportQuery['format'], FileFormat> = { sie4i, datev, saft, 'tripletex-csv': tripletexCsv }

/** A file that was found possible; its bytes are made as they are read. */
export type AccountingFile = {
  name: string
  contentType: string
  vouchers: number
  /** Characters that are a `?` in it. */
  replaced: number
  bytes: AsyncIterable<Buffer>
}

/** The postings of a company as a file for an ERP (accounting-files.md#export). */
export async function exportPostings(deps: Deps, caller: Caller, query: PostingExportQuery): Promise<RouteResponse> {
  const { name, contentType, replaced, bytes } = await makeFile(deps, caller, query)
  return {
    headers: {
      'content-type': contentType,
      // The code of a company may have any letters.
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w. -]/g, '-')}"`,
      'replaced-characters': String(replaced),
    },
    body: responseStream(bytes),
  }
}

/**
 * Reads all vouchers once, to find what has no place in the file and what its head says, and once
 * more while the file is written; both times the ledger as of the same moment. Raises
 * `LedgerNotMapped`, and `ValidationFailed` for an unknown company or store, another currency and
 * dates in the wrong order.
 */
export async function makeFile(deps: Deps, caller: Caller, query: PostingExportQuery): Promise<AccountingFile> {
  const company = companyFiles(deps, query)
  const format = formats[query.format]
  const ends = await currentChainEnds(deps.reading)
  const ofPeriod = postingConditions(caller, query, query)
  bookedUpTo(ofPeriod, ends, { includeSuperseded: false })
  const charts = deps.config().charts.filter(({ companyCode }) => companyCode === query.accountingCompanyCode)
  const mapping = voucherMapping(company, charts, deps.config().stores)
  const [from, to] = [query.postingDateFrom.slice(0, 10), query.postingDateTo.slice(0, 10)]
  const sums = voucherSums()
  let replaced = 0
  const encoded = (text: string): EncodedText => encodeText(text, format.charset)
  for await (const posting of readPostings(deps.reading, ofPeriod)) {
    const voucher = mapping.toVoucher(posting)
    sums.add(voucher)
    replaced += encoded(format.formatVoucher(voucher, company)).replaced
  }
  if (sums.sums().vouchers === 0) refuseUnknownStore(deps, caller, query)
  const openings = format.showsOpenings ? await findOpenings() : noOpenings
  const summed = sums.sums()
  const head: FileHead = {
    ...{ companyCode: query.accountingCompanyCode, company, from, to, now: deps.now() },
    ...{ ...summed, openings: openings.balances, accounts: new Map([...openings.accounts, ...summed.accounts]) },
  }
  assertMapped({ ...mapping.problems, ...format.findProblems(head) })
  const begin = encoded(format.begin(head))
  return {
    name: format.fileName(head),
    contentType: format.contentType,
    vouchers: head.vouchers,
    replaced: replaced + begin.replaced,
    bytes: pieces(),
  }

  async function findOpenings(): Promise<Openings> {
    const before = postingConditions(caller, query)
    before.add((value) => `posting_date < ${value}::date`, from)
    before.add((value) => `currency_code = ${value}`, company.currencyCode)
    bookedUpTo(before, ends, { includeSuperseded: false })
    const rows = await sumOpenings(deps.reading, before, beginOfFiscalYear(from, company.fiscalYearBegin))
    return openingBalances(mapping, rows)
  }

  async function* pieces(): AsyncGenerator<Buffer> {
    yield begin.bytes
    for await (const posting of readPostings(deps.reading, ofPeriod))
      yield encoded(format.formatVoucher(mapping.toVoucher(posting), company)).bytes
    if (format.end !== '') yield encoded(format.end).bytes
  }
}

/** Balances before the period other than 0, with their accounts, by the number in the ERP. */
type Openings = { balances: Map<string, Decimal>; accounts: Map<string, FileAccount> }

const noOpenings: Openings = { balances: new Map(), accounts: new Map() }

/** Income and expense begin at 0 with each fiscal year. */
function openingBalances({ findAccount }: VoucherMapping, rows: Awaited<ReturnType<typeof sumOpenings>>): Openings {
  const [balances, accounts] = [new Map<string, Decimal>(), new Map<string, FileAccount>()]
  for (const { accountNumber, total, ofYear } of rows) {
    const account = findAccount(accountNumber)
    if (account === undefined) continue
    const balance = new Decimal(account.isResult ? ofYear : total).add(balances.get(account.number) ?? 0)
    balances.set(account.number, balance)
    if (!balance.isZero()) accounts.set(account.number, account)
  }
  return { balances, accounts }
}

function companyFiles({ config }: Pick<Deps, 'config'>, query: PostingExportQuery): AccountingFiles {
  const { accountingCompanyCode, currencyCode } = query
  const chart = config().charts.find(({ companyCode, storeId }) => companyCode === accountingCompanyCode && storeId === null)
  if (chart === undefined) throw invalid('accountingCompanyCode', 'has no chart of accounts')
  if (chart.files === null) throw invalid('accountingCompanyCode', 'has no "files" in its chart of accounts')
  if (currencyCode !== undefined && currencyCode !== '' && currencyCode !== chart.files.currencyCode)
    throw invalid('currencyCode', `is not ${chart.files.currencyCode}, the currency of the company`)
  return chart.files
}

/**
 * Of a store without postings: one that was removed from the configuration may have some still. A
 * store of others is none for a caller that is limited to stores.
 */
function refuseUnknownStore({ config }: Pick<Deps, 'config'>, caller: Caller, { storeId }: PostingExportQuery): void {
  if (storeId === undefined || storeId === '') return
  const isKnown = config().stores.some(({ id }) => id === storeId) && isInScope(caller, storeId)
  if (!isKnown) throw invalid('storeId', 'is no store of the configuration')
}

type Period = Pick<PostingExportQuery, 'postingDateFrom' | 'postingDateTo'>

/** Whole postings: a part of one would not add up to 0. */
function postingConditions(caller: Caller, query: PostingExportQuery, period?: Period): SqlConditions {
  const filter = sqlConditions()
  filter.add((value) => `accounting_company_code = ${value}`, query.accountingCompanyCode)
  if (period !== undefined) addPostingDates(filter, period)
  filter.addIfPresent((value) => `posting_store_id = ${value}`, query.storeId)
  filter.addIfPresent((value) => `currency_code = ${value}`, query.currencyCode)
  addScope(filter, caller, 'posting_store_id')
  return filter
}

const PROBLEMS_MAX = 100

function assertMapped(problems: FileProblems): void {
  const entries = Object.entries(problems)
  const [first] = entries
  if (first === undefined) return
  const others = entries.length > 1 ? `, and ${entries.length - 1} more` : ''
  throw new DomainError('LedgerNotMapped', `The file cannot be made: ${first[0]} ${first[1][0]}${others}.`, {
    errors: Object.fromEntries(entries.slice(0, PROBLEMS_MAX)),
  })
}

/** A piece of a file, and how many characters of it are a `?` because the file cannot have them. */
type EncodedText = { bytes: Buffer; replaced: number }

/**
 * The bytes of a text. A character outside of the encoding is a `?`, also where it consists of
 * several code units.
 */
function encodeText(text: string, charset: 'cp437' | 'win1252' | 'utf-8'): EncodedText {
  let replaced = 0
  const known = text.replaceAll(/[^\0-\x7f]/gu, (character) => {
    const isKnown = character !== MISSING && (charset === 'utf-8' || iconv.encode(character, charset)[0] !== 0x3f)
    if (!isKnown) replaced++
    return isKnown ? character : '?'
  })
  return { bytes: iconv.encode(known, charset), replaced }
}
