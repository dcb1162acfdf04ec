import { readFileSync } from 'node:fs'
import { Command } from '@commander-js/extra-typings'
import { previewZReport } from '@open-oms/contracts/orders/z-reports/routes'
import type { CloseZReport, ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import type { DeclareCommand } from '../command.ts'
import { wrongUsage } from '../command-failure.ts'
import { momentAgo } from '../moment.ts'
import { type Cell, facts, table } from '../output/table.ts'

type Options = { store?: string; register?: string[]; currency?: string; closed?: string; file?: string }

/**
 * `oms zreport preview`: what a close would report now, without closing
 * (z-reports.md#register-close).
 */
const preview: DeclareCommand = (run) =>
  new Command('preview')
    .description('Show what a close of registers would report now, without closing (an X-report)')
    .option('--store <id>', 'the store')
    .option('--register <id...>', 'its registers')
    .option('--currency <code>', 'the currency; that of the market of the store without it')
    .option('--closed <time>', 'when the registers close, such as 2026-01-31T21:00Z; now without it')
    .option('--file <path>', 'the body of the close as a JSON file, with counted cash and the like; - is standard input')
    .action((options) =>
      run(async ({ api, output }) => {
        const report = await api().call(previewZReport, { body: buildCloseRequest(options) })
        output.result(report, () => describe(report))
      }),
    )

function buildCloseRequest({ store, register, currency, closed, file }: Options): CloseZReport {
  const given = file === undefined ? {} : readBody(file)
  const close = {
    ...given,
    ...(store !== undefined && { storeId: store }),
    ...(register !== undefined && { registerIds: register }),
    ...(currency !== undefined && { currencyCode: currency }),
    ...(closed !== undefined && { dateClosed: momentAgo('--closed', closed) }),
  }
  if (!('storeId' in close && 'registerIds' in close))
    throw wrongUsage('Which registers? Give --store ID and --register ID, or --file.')
  return close as CloseZReport
}

function readBody(file: string): object {
  try {
    const body: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch (error) {
    throw wrongUsage(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  throw wrongUsage(`${file} must have one JSON object.`)
}

function describe(report: ZReport): string {
  const head = facts([
    ['Store', report.storeId],
    ['Registers', report.registerIds.join(', ')],
    ['Number', report.zReportNumber],
    ['Closed', report.dateClosed],
    ['Orders', report.orderIds.length],
  ])
  const rows: Cell[][] = [
    ['Sales', '', report.sales.amount, report.sales.count],
    ['Returns', '', report.returns.amount, report.returns.count],
    ...report.payments.map(({ name, amount, count }) => ['Payment', name, amount, count]),
    ...report.paymentRefunds.map(({ name, amount, count }) => ['Refund', name, amount, count]),
    ...report.vatGroups.map(({ vatValue, amount, count }) => ['VAT of sales', `${vatValue} %`, amount, count]),
    ...report.vatGroupRefunds.map(({ vatValue, amount, count }) => ['VAT of returns', `${vatValue} %`, amount, count]),
    ['Cash counted less expected', '', report.cashManagement.cashDiff, ''],
  ]
  const warnings = (report.warnings ?? []).map((warning) => `Warning: ${warning}`)
  return [head, '', table(['Figure', 'Of', report.currencyCode, 'Count'], rows), ...warnings].join('\n')
}

/** `oms zreport …` */
export const zreportCommands: readonly DeclareCommand[] = [preview]
