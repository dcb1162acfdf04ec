import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigCheck, ConfigFileContract, ConfigFolderContract, ConfigProblem } from '@open-oms/contracts/config/config-file'
import { checkConfigFile } from './check-config-file.ts'
import { readConfigFolder, type StoredDocuments } from './read-config-folder.ts'

export type ConfigFiles = Record<string, ConfigFileContract | ConfigFolderContract>

export type TenantConfigRequest<F extends ConfigFiles, K extends keyof F & string> = {
  /** The configuration folder (`OMS_CONFIG_DIR`). */
  directory: string
  /** The folder of the files that are secret; the same when absent. */
  secretsDirectory?: string | undefined
  /** What counts in place of files of the folder. */
  stored?: StoredDocuments | undefined
  /** What a process loads for the rules when it starts, of the folder. */
  prepare?: (directory: string) => Promise<void>
  /** Every file there is, by the name of its content. */
  files: F
  /** Rules over the content. Those that need something that is not loaded are left out. */
  checks: readonly ConfigCheck[]
  /** What this service needs; nothing else is read. */
  names: readonly K[]
  /** Called with what the rules warn of, once the configuration is known to be usable. */
  onWarning?: (problem: ConfigProblem) => void
}

export type LoadedConfig<F extends ConfigFiles, K extends keyof F> = { readonly [N in K]: ReturnType<F[N]['read']> }

/** A problem in one line: file, path and reason. */
export function problemText(directory: string, { file, path, reason }: ConfigProblem): string {
  return `${join(directory, file)}: ${path === '' ? '' : `${path}: `}${reason}`
}

/** The configuration cannot be used. The message names each file, path and reason. */
export class TenantConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(directory: string, problems: readonly ConfigProblem[]) {
    const lines = problems.map((problem) => `  ${problemText(directory, problem)}`)
    super([`The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`, ...lines].join('\n'))
    this.name = 'TenantConfigError'
    this.problems = problems
  }
}

/**
 * Reads the named files of the configuration folder, checks each against its schema and all
 * together by the rules (configuration.md#configuration-validation). Throws one TenantConfigError
 * that lists every problem.
 */
export async function loadTenantConfig<F extends ConfigFiles, K extends keyof F & string>(
  request: TenantConfigRequest<F, K>,
): Promise<LoadedConfig<F, K>> {
  const { loaded, errors, warnings } = await judgeTenantConfig(request)
  if (errors.length > 0) throw new TenantConfigError(request.directory, errors)
  for (const problem of warnings) request.onWarning?.(problem)
  return loaded as LoadedConfig<F, K>
}

/** What is valid of a configuration, by the names of its files, and what is wrong with the rest. */
export type JudgedConfig = {
  loaded: Record<string, unknown>
  errors: readonly ConfigProblem[]
  warnings: readonly ConfigProblem[]
}

/**
 * Reads the named files, and checks each against its schema and all that are valid by the rules:
 * what a start, a reload and `oms config check` have to say of a configuration
 * (configuration.md#configuration-validation).
 */
export async function judgeTenantConfig<F extends ConfigFiles, K extends keyof F & string>(
  request: Omit<TenantConfigRequest<F, K>, 'onWarning'>,
): Promise<JudgedConfig> {
  const read = await Promise.all(
    request.names.map(async (name) => {
      return [name, await readContent(request, request.files[name] as ConfigFileContract | ConfigFolderContract)] as const
    }),
  )
  const ofFiles = read.flatMap(([, outcome]) => ('problems' in outcome ? outcome.problems : []))
  const loaded = Object.fromEntries(read.flatMap(([name, outcome]) => ('content' in outcome ? [[name, outcome.content]] : [])))
  const broken = (isWarning: boolean) =>
    findBrokenRules(
      request.checks.filter((check) => (check.isWarning ?? false) === isWarning),
      loaded,
    )
  return { loaded, errors: [...ofFiles, ...broken(false)], warnings: broken(true) }
}

/**
 * Checks every file there is and all of them together, also those that only other services use:
 * what one service refuses, all refuse, a file that is missing too. Throws a TenantConfigError.
 */
export async function checkWholeConfig<F extends ConfigFiles, K extends keyof F & string>(
  request: TenantConfigRequest<F, K>,
): Promise<void> {
  const { directory, secretsDirectory, stored, files, checks } = request
  await loadTenantConfig({ directory, secretsDirectory, stored, files, checks, names: Object.keys(files) })
}

/** The content of all files of a configuration, without those that are secret. */
export type ConfigContent = {
  /**
   * The same for the same content of all files, whichever of them a service uses: twelve
   * hexadecimal digits.
   */
  hash: string
  /** By file name, without those that cannot be read. */
  texts: Readonly<Record<string, string>>
}

type ContentSource = { directory: string; stored?: StoredDocuments | undefined; files: ConfigFiles }

/** Reads all files of a configuration as they are, with what is stored in place of its files. */
export async function readConfigContent({ directory, stored = {}, files }: ContentSource): Promise<ConfigContent> {
  const hash = createHash('sha256')
  const texts: Record<string, string> = {}
  const add = (file: string, content: Buffer) => {
    hash.update(`${file} ${content.length}\n`).update(content)
    texts[file] = content.toString('utf8')
  }
  const contracts = Object.values(files)
  const names = contracts.flatMap((contract) => ('file' in contract && !contract.isSecret ? [contract.file] : []))
  for (const file of names.sort()) {
    const text = stored[file]
    const content = text === undefined ? await readFile(join(directory, file)).catch(() => null) : Buffer.from(text)
    if (content !== null) add(file, content)
  }
  for (const contract of contracts) {
    if ('file' in contract) continue
    const read = await readConfigFolder(directory, contract, stored)
    if ('files' in read) for (const { path, text } of read.files) add(path, Buffer.from(text))
  }
  return { hash: hash.digest('hex').slice(0, 12), texts }
}

/** What the rules find wrong with the content that is loaded. Pure. */
function findBrokenRules(checks: readonly ConfigCheck[], loaded: Record<string, unknown>): ConfigProblem[] {
  return checks.filter(({ needs }) => needs.every((name) => name in loaded)).flatMap(({ find }) => find(loaded as never))
}

type Source = { directory: string; secretsDirectory?: string | undefined; stored?: StoredDocuments | undefined }

async function readContent(
  { directory, secretsDirectory = directory, stored = {} }: Source,
  contract: ConfigFileContract | ConfigFolderContract,
) {
  if ('file' in contract) {
    const text = stored[contract.file]
    if (text !== undefined) return checkConfigFile(contract, text)
    return readConfigFile(contract.isSecret ? secretsDirectory : directory, contract)
  }
  const read = await readConfigFolder(directory, contract, stored)
  return 'files' in read ? { content: contract.read(read.files) } : read
}

async function readConfigFile(directory: string, contract: ConfigFileContract) {
  try {
    return checkConfigFile(contract, await readFile(join(directory, contract.file), 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'ENOENT' && contract.whenMissing !== undefined) return { content: contract.read(contract.whenMissing) }
    return {
      problems: [
        {
          file: contract.file,
          path: '',
          reason: `cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`,
          remedy: 'Put the file there, readable for the user of the services; the sample configuration has one of each.',
        },
      ],
    }
  }
}
