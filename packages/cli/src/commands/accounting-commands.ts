import { Option } from '@commander-js/extra-typings'
import { accountingFileFormats } from '@open-oms/contracts/accounting/posting-export'
import type { DeclareCommand } from '../command.ts'
import { programCommand } from '../local/service-program.ts'

const programs = [{ service: 'accounting-read', file: 'cli/command.ts' }] as const

const build = programCommand({
  name: 'build',
  description:
    'Build the postings of a day, or of every day up to --to; ends with 1 when something is not built, or events of these days are missing',
  options: [
    new Option('--date <day>', 'the day, such as 2026-01-31').makeOptionMandatory(),
    new Option('--to <day>', 'the last day'),
    new Option('--store <id>', 'of this store; of all without it'),
  ],
  programs,
  words: ['build'],
})

const verify = programCommand({
  name: 'verify',
  description: 'Recompute hashes, chains, balances and counts of all postings; ends with 1 when one differs',
  options: [],
  programs,
  words: ['verify'],
})

const rebuild = programCommand({
  name: 'rebuild-projection',
  description: 'Replay all events into an empty database, and compare its postings; ends with 1 when they differ',
  options: [
    new Option('--into <url>', 'the database, such as postgres://…; it is made when it is missing').makeOptionMandatory(),
  ],
  programs,
  words: ['rebuild-projection'],
})

const exportFile = programCommand({
  name: 'export',
  description:
    'Write the current postings of a company as a file that an ERP imports; ends with 1, without a file, when something of them has no place in it',
  options: [
    new Option('--format <format>', 'SIE 4I, DATEV Buchungsstapel, SAF-T Financial 1.30, or GBAT10 for Tripletex')
      .choices(accountingFileFormats)
      .makeOptionMandatory(),
    new Option('--company <code>', 'the company, by its code in the chart of accounts').makeOptionMandatory(),
    new Option('--from <day>', 'the first day, such as 2026-01-01').makeOptionMandatory(),
    new Option('--to <day>', 'the last day').makeOptionMandatory(),
    new Option('--output <file>', 'where to').makeOptionMandatory(),
    new Option('--store <id>', 'only postings of this store'),
    new Option('--currency <code>', 'the currency of the company: leaves postings in others out'),
  ],
  programs,
  words: ['export'],
})

/** `oms accounting …` (postings.md#posting-command, ledger.md#hash-chain). */
export const accountingCommands: readonly DeclareCommand[] = [build, verify, rebuild, exportFile]
