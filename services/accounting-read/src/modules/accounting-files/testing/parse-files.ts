import { Decimal } from '@open-oms/money/decimal'
import { parsedCsv } from '@open-oms/service-kit/testing/parsed-csv'
import iconv from 'iconv-lite'

/** A line of a file: voucher, account, and debit minus credit. */
export type FileEntry = { voucher: string; account: string; amount: Decimal }

/** The tokens of a row of SIE: words, quoted texts, and object lists in braces. */
function sieTokens(row: string): string[] {
  const tokens: string[] = []
  const token = /\s*(?:"((?:\\"|[^"])*)"|(\{[^}]*\})|([^\s"{}]+))/y
  while (token.lastIndex < row.length) {
    const [, quoted, list, word] = token.exec(row) ?? []
    const text = quoted?.replaceAll(String.raw`\"`, '"') ?? list ?? word
    if (text === undefined) throw new Error(`not a row of SIE: ${row}`)
    tokens.push(text)
  }
  return tokens
}

/** Reads a SIE 4I file by its grammar; throws for what is none. */
export function parseSie(bytes: Buffer): { head: string[][]; entries: FileEntry[]; texts: string[] } {
  const [head = '', ...vouchers] = iconv.decode(bytes, 'cp437').split(/^#VER /m)
  const lines = vouchers.flatMap((voucher) => {
    const [, title = '', transactions = ''] = /^(.+)\r\n\{\r\n((?: {2}#TRANS .+\r\n)+)\}\r\n$/.exec(voucher) ?? []
    const [series = '', number = '', day = ''] = sieTokens(title)
    if (!/^[A-Z0-9]+ \d+ \d{8}$/.test(`${series} ${number} ${day}`)) throw new Error(`not a voucher: ${voucher}`)
    return transactions
      .trimEnd()
      .split('\r\n')
      .map((row) => sieTransaction(number, row))
  })
  return { head: head.trimEnd().split('\r\n').map(sieTokens), entries: lines, texts: lines.map(({ text }) => text) }
}

function sieTransaction(voucher: string, row: string): FileEntry & { text: string } {
  const [, account = '', objects = '', amount = '', , text = ''] = sieTokens(row)
  if (!/^\d+ \{.*\} -?\d+\.\d\d$/.test(`${account} ${objects} ${amount}`)) throw new Error(`not a transaction: ${row}`)
  return { voucher, account, amount: new Decimal(amount), text }
}

/** What the description of the format says of the values of a row, by column number from 1. */
const datevPatterns: Record<number, RegExp> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"(S|H)"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  9: /^"\d{0,4}"$/,
  10: /^\d{4}$/,
  11: /^"[\w$%\-/?]{0,36}"$/,
  12: /^"(\d{6})?"$/,
  14: /^"(""|[^"]){0,60}"$/,
  37: /^"(""|[^"]){0,36}"$/,
  114: /^[01]$/,
}

/** Reads a Buchungsstapel; each line is there, and its counter entry on the clearing account. */
export function parseDatev(bytes: Buffer): { head: string[]; entries: FileEntry[] } {
  const rows = iconv.decode(bytes, 'win1252').split('\r\n')
  if (rows.pop() !== '') throw new Error('the last row has no end')
  const [head = '', columns = '', ...lines] = rows
  const width = columns.split(';').length
  const entries = lines.flatMap((line) => {
    const cells = line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    if (cells.length !== width) throw new Error(`${cells.length} of ${width} columns`)
    for (const [column, pattern] of Object.entries(datevPatterns)) {
      if (!pattern.test(cells[Number(column) - 1] ?? '')) throw new Error(`column ${column}: ${cells[Number(column) - 1]}`)
    }
    const [value = '', side = '', , , , , account = '', counterAccount = '', , day = '', document = ''] = cells
    const amount = new Decimal(value.replace(',', '.')).mul(side === '"H"' ? -1 : 1)
    const voucher = `${day} ${document}`
    return [
      { voucher, account, amount },
      { voucher, account: counterAccount, amount: amount.neg() },
    ]
  })
  return { head: head.split(';'), entries }
}

/**
 * Reads GBAT10 as Tripletex does: with the VAT of the file, or with that which it computes itself.
 */
export function parseGbat10(bytes: Buffer, vat: 'of the file' | 'computed'): FileEntry[] {
  const rows = parsedCsv(bytes.toString('utf8'), ';')
  return rows.flatMap((row) => {
    if (row.length !== 29 || row[0] !== 'GBAT10') throw new Error(`not a row of GBAT10: ${row.join(';')}`)
    if (vat === 'computed' && row[26] === 'F') return []
    return [{ voucher: row[1] ?? '', account: row[6] ?? '', amount: new Decimal(row[vat === 'computed' ? 27 : 8] ?? '') }]
  })
}

/** Reads the lines of a SAF-T file that is valid. */
export function parseSaft(xml: string): FileEntry[] {
  const all = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)
  const one = (text: string, name: string) => all(text, name)[0] ?? ''
  return all(xml, 'Transaction').flatMap((transaction) =>
    all(transaction, 'Line').map((line) => {
      const [debit, credit] = ['DebitAmount', 'CreditAmount'].map((side) => one(one(line, side), 'Amount') || '0')
      const amount = new Decimal(debit ?? 0).sub(credit ?? 0)
      return { voucher: one(transaction, 'TransactionID'), account: one(line, 'AccountID'), amount }
    }),
  )
}

/** Sums by account, with two decimals; accounts that end at 0 too. */
export function sumsByAccount(entries: readonly FileEntry[]): Record<string, string> {
  const sums: Record<string, Decimal> = {}
  for (const { account, amount } of entries) sums[account] = (sums[account] ?? new Decimal(0)).add(amount)
  return Object.fromEntries(Object.entries(sums).map(([account, sum]) => [account, sum.toFixed(2)]))
}
