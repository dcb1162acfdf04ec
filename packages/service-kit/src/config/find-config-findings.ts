import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type ConfigFiles, judgeTenantConfig, type TenantConfigRequest } from './load-tenant-config.ts'
import { locateInJson } from './locate-in-json.ts'

/** One thing that a configuration check found, with where it is in the file. */
export type ConfigFinding = {
  severity: 'error' | 'warning'
  file: string
  /** JSON pointer (RFC 6901); empty for the whole file. */
  pointer: string
  /** From 1; null when the file cannot be read. */
  line: number | null
  reason: string
  remedy: string
}

/**
 * Further problems of a configuration whose files are valid, which only a process that starts would
 * see.
 */
export type FurtherProblems<F extends ConfigFiles> = (
  loaded: Partial<{ [N in keyof F]: ReturnType<F[N]['read']> }>,
) => Promise<{ errors: readonly ConfigProblem[]; warnings: readonly ConfigProblem[] }>

/**
 * Everything that a start or a reload would refuse or warn of in a configuration, errors first, in
 * the order of the files (configuration.md#configuration-check).
 */
export async function findConfigFindings<F extends ConfigFiles>(
  request: Pick<TenantConfigRequest<F, keyof F & string>, 'directory' | 'secretsDirectory' | 'stored' | 'files' | 'checks'>,
  further: FurtherProblems<F> = async () => ({ errors: [], warnings: [] }),
): Promise<ConfigFinding[]> {
  const { directory, secretsDirectory = directory, stored = {}, files } = request
  const secret = new Set(
    Object.values(files).flatMap((contract) => ('file' in contract && contract.isSecret ? [contract.file] : [])),
  )
  const judged = await judgeTenantConfig({ ...request, names: Object.keys(files) })
  const more = await further(judged.loaded as Parameters<FurtherProblems<F>>[0])
  const texts = new Map<string, string | null>()
  const located = async (severity: ConfigFinding['severity'], problems: readonly ConfigProblem[]) => {
    const found: ConfigFinding[] = []
    for (const { file, path, reason, remedy } of problems) {
      const folder = secret.has(file) ? secretsDirectory : directory
      if (!texts.has(file)) texts.set(file, stored[file] ?? (await readFile(join(folder, file), 'utf8').catch(() => null)))
      const text = texts.get(file) ?? null
      const { pointer, line } = locate({ file, path }, text)
      found.push({ severity, file, pointer, line, reason, remedy })
    }
    return inOrder(found, files)
  }
  return [
    ...(await located('error', [...judged.errors, ...more.errors])),
    ...(await located('warning', [...judged.warnings, ...more.warnings])),
  ]
}

/** Of a file that is not JSON the problem itself says the line (templates.md#template-check). */
function locate(
  { file, path }: Pick<ConfigProblem, 'file' | 'path'>,
  text: string | null,
): Pick<ConfigFinding, 'pointer' | 'line'> {
  if (text === null) return { pointer: '', line: null }
  if (file.endsWith('.json')) return locateInJson(text, path)
  return { pointer: '', line: Number(/^line (\d+)/.exec(path)?.[1] ?? 1) }
}

function inOrder(findings: ConfigFinding[], files: ConfigFiles): ConfigFinding[] {
  const names = Object.values(files).map((contract) => ('file' in contract ? contract.file : contract.folder))
  const place = ({ file }: ConfigFinding) =>
    names.findIndex((name) => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}/`))
  return findings.sort((a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0))
}
