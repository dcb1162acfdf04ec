import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { LoadedExtension } from '@open-oms/contracts/orders/configuration/running-configuration'
import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import type { ConfigFinding } from '@open-oms/service-kit/config/find-config-findings'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import { readSecret } from '@open-oms/service-kit/config/secret-files'
import { findAllFindings } from '../modules/configuration/checks/find-all-findings.ts'
import { loadExtensions, loadedExtensions } from '../modules/extensions/load-extensions.ts'

// The check of a configuration folder without a running system
// (configuration.md#configuration-check).

const usage = `Usage: oms config check [FOLDER] [--json] [--strict] [--production] [--without-environment]

Says everything that a start or a reload of any service would refuse or warn of, without a database or a running system.

FOLDER                 the configuration folder; by default OMS_CONFIG_DIR, else config
--json                 writes { folder, errors, warnings, findings } as JSON
--strict               warnings are errors
--production           also refuses what NODE_ENV=production refuses: demo clients and known secrets
--without-environment  does not look whether the variables are set that connectors name

Ends with 0 when there is no error, 1 when there is one, 2 when the command is wrong.`

const options = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  production: { type: 'boolean' },
  'without-environment': { type: 'boolean' },
} as const

function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function formatExtension({ name, module, interfaceVersion, ...parts }: LoadedExtension): string {
  const { steps, connectors, fields, reports, events } = parts
  const kinds = connectors.map(({ name, kind }) => `${name} (${kind})`)
  const listed = { steps, connectors: kinds, fields, reports, events }
  const shown = Object.entries(listed).flatMap(([part, names]) => (names.length === 0 ? [] : [`${part} ${names.join(', ')}`]))
  return `extension ${name} (${module}, interface ${interfaceVersion}): ${shown.join('; ') || 'nothing'}`
}

function formatFindings(folder: string, findings: readonly ConfigFinding[], errors: number): string {
  const blocks = findings.map(({ severity, file, pointer, line, reason, remedy }) =>
    [
      `${severity}  ${join(folder, file)}${line === null ? '' : `:${line}`}`,
      ...(pointer === '' ? [] : [pointer]),
      reason,
      `→ ${remedy}`,
    ].join('\n       '),
  )
  const summary = `${formatCount(errors, 'error')}, ${formatCount(findings.length - errors, 'warning')} in ${folder}`
  return [...blocks, summary].join('\n\n')
}

async function run(args: readonly string[], { env, stdout }: CommandSurroundings): Promise<number> {
  const { values, positionals } = readArguments(args, options)
  if (values.help) {
    stdout.write(`${usage}\n`)
    return 0
  }
  if (positionals.length > 1) throw new UsageError('One folder is checked at a time.')
  const folder = resolve(positionals[0] ?? env.OMS_CONFIG_DIR ?? 'config')
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  await loadExtensions(folder)
  const findings = await findAllFindings({
    directory: folder,
    secretsDirectory: env.OMS_CREDENTIALS_DIR || folder,
    environment: values['without-environment'] ? null : (name) => readSecret(name, env),
    isProduction: values.production ?? env.NODE_ENV === 'production',
  })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const extensions = loadedExtensions()
  const result = { folder, errors, warnings: findings.length - errors, findings, extensions }
  const text = [...extensions.map(formatExtension), formatFindings(folder, findings, errors)].join('\n\n')
  stdout.write(`${values.json ? JSON.stringify(result, null, 2) : text}\n`)
  return errors > 0 || (values.strict && findings.length > 0) ? 1 : 0
}

/** `npx oms config check`. */
export const checkConfiguration = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await checkConfiguration(process.argv.slice(2), process)
