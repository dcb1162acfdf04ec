import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Argument, Command } from '@commander-js/extra-typings'
import { kindNames } from '@open-oms/import/kinds'
import { importTemplate } from '@open-oms/import/writing/template'
import type { DeclareCommand } from '../../command.ts'
import { asFileFailure, wrongUsage } from '../../command-failure.ts'
import { customers } from '../../import/resources/customers.ts'
import { orders } from '../../import/resources/orders.ts'
import { products } from '../../import/resources/products.ts'
import { stock } from '../../import/resources/stock.ts'
import { importCommand } from './import-command.ts'

/** `oms import template KIND`: a CSV file to fill in (docs/reference/import-formats.md#own-csv). */
const writeTemplate: DeclareCommand = (run) =>
  new Command('template')
    .description('Write a CSV file to fill in: headings that an import reads without a mapping, and an example')
    .addArgument(new Argument('<kind>', 'of what').choices(kindNames))
    .argument('[file]', 'where to; standard output without it')
    .action((kind, file) =>
      run(async ({ output, streams }) => {
        const text = importTemplate(kind)
        if (file === undefined) {
          if (output.isJson) throw wrongUsage('With --json a template needs a file: standard output is for the result.')
          streams.stdout.write(text)
          return
        }
        const path = resolve(file)
        await writeFile(path, text).catch((error: unknown) => {
          throw asFileFailure(error)
        })
        output.result({ path }, () => `The template is in ${path}.`)
      }),
    )

/** `oms import …` */
export const importCommands: readonly DeclareCommand[] = [
  importCommand(orders, 'Import orders with their numbers, dates and statuses; no workflow runs and nothing is sent'),
  importCommand(products, 'Import products with their variants'),
  importCommand(stock, 'Import stock levels, which replace those that there are'),
  importCommand(customers, 'Import business customers'),
  writeTemplate,
]
