import { Option } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../command.ts'
import { programCommand } from '../local/service-program.ts'

const program = { service: 'catalog-assets', file: 'cli/command.ts' } as const
const relocatePrograms = [
  { service: 'catalog-assets', file: 'cli/relocate.ts' },
  { service: 'orders-workflow', file: 'cli/relocate.ts' },
] as const

const verify = programCommand({
  name: 'verify',
  description: 'Compare every file with its SHA-256; ends with 3 when files are missing or altered',
  options: [],
  programs: [program],
  words: ['verify'],
})

const sweep = programCommand({
  name: 'sweep',
  description: 'Remove files that nothing refers to, and name missing ones; ends with 3 when some are missing',
  options: [],
  programs: [program],
  words: ['sweep'],
})

const copy = programCommand({
  name: 'copy',
  description: 'Copy every file into another store; ends with 3 when files are missing or altered',
  options: [
    new Option('--to <store>', 'fs:FOLDER or s3:BUCKET').makeOptionMandatory(),
    new Option('--endpoint <url>', 'where the bucket is'),
    new Option('--region <name>', 'the region of the bucket'),
    new Option('--path-style', 'the name of the bucket is in the path'),
  ],
  programs: [program],
  words: ['copy'],
})

const relocate = programCommand({
  name: 'relocate',
  description: 'Make addresses that are stored with a public base follow ASSET_PUBLIC_BASE',
  options: [new Option('--from <base...>', 'what they begin with, such as https://shop.example.com').makeOptionMandatory()],
  programs: relocatePrograms,
  words: [],
})

/** `oms assets …` (docs/how-to/check-asset-files.md). */
export const assetsCommands: readonly DeclareCommand[] = [verify, sweep, copy, relocate]
