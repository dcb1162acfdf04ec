import { Option } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { programCommand } from '../../local/service-program.ts'

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

/** `oms accounting …` (postings.md#posting-command, ledger.md#hash-chain). */
export const accountingCommands: readonly DeclareCommand[] = [build, verify, rebuild]
