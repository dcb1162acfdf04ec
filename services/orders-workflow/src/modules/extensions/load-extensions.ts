import { readFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemIn } from '@open-oms/contracts/config/checks/find-problems'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type ExtensionSource, extensionsFile } from '@open-oms/contracts/config/extensions'
import type { LoadedExtension } from '@open-oms/contracts/orders/configuration/running-configuration'
import { type DefinedExtension, interfaceVersion, isCompatible } from '@open-oms/extend/extension'
import { findStepFault } from '@open-oms/extend/find-step-fault'
import { checkConfigFile } from '@open-oms/service-kit/config/check-config-file'
import { addSteps } from '../workflow/steps/step-registry.ts'
import { addParts, findPartFault, runnableStep } from './extension-parts.ts'

let isShared = false
const EXTEND = /^@open-oms\/extend(\/|$)/

/**
 * Lets modules import `@open-oms/extend` without having it installed beside them: they get that of
 * this process then (extensions.md#loading). What is installed beside them comes first.
 */
function shareExtend(): void {
  if (isShared) return
  isShared = true
  registerHooks({
    resolve(specifier, context, next) {
      if (!EXTEND.test(specifier)) return next(specifier, context)
      try {
        return next(specifier, context)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}

/** What this process has loaded, and why it has not loaded the rest, by module. */
const loaded = new Map<string, LoadedExtension>()
const refused = new Map<string, { reason: string; remedy: string }>()

/**
 * Loads the extensions that a configuration folder names, each once in a process, and adds their
 * steps (extensions.md#loading). One that cannot be used is left out; the check of the
 * configuration says why.
 */
export async function loadExtensions(directory: string): Promise<void> {
  const text = await readFile(join(directory, extensionsFile.file), 'utf8').catch(() => null)
  const checked = text === null ? null : checkConfigFile(extensionsFile, text)
  if (checked === null || 'problems' in checked) return
  shareExtend()
  for (const { module } of checked.content as ExtensionSource[]) {
    if (loaded.has(module)) continue
    const problem = await load(directory, module)
    if (problem === null) refused.delete(module)
    else refused.set(module, problem)
  }
}

/** The extensions that this process runs. */
export function loadedExtensions(): readonly LoadedExtension[] {
  return [...loaded.values()]
}

/** Extensions of the configuration that this process does not run, and why. */
export function findExtensionProblems(extensions: readonly ExtensionSource[]): ConfigProblem[] {
  return extensions.flatMap(({ module }, index) => {
    if (loaded.has(module)) return []
    const { reason, remedy } = refused.get(module) ?? unloaded
    return [problemIn(extensionsFile.file)(`extensions[${index}].module`, reason, remedy)]
  })
}

const unloaded = { reason: 'is not loaded: extensions are loaded when a process starts', remedy: 'Restart the process.' }

/** Null when it was loaded. */
async function load(directory: string, module: string): Promise<{ reason: string; remedy: string } | null> {
  const remedy = 'Correct the module, and restart the process.'
  let exported: unknown
  let file = ''
  try {
    file = resolveModule(directory, module)
    exported = (await import(pathToFileURL(file).href)).extension
  } catch (error) {
    return { reason: `"${module}" cannot be loaded: ${describeLoadError(error, dirname(file))}`, remedy }
  }
  const extension = exported as Partial<DefinedExtension> | null | undefined
  if (typeof extension?.name !== 'string' || typeof extension.interfaceVersion !== 'string')
    return { reason: `"${module}" exports no extension`, remedy: 'Export the result of defineExtension({ … }) as extension.' }
  if (!isCompatible(extension.interfaceVersion)) {
    const reason = `"${module}" is made for version ${extension.interfaceVersion} of the interface, this system has ${interfaceVersion}`
    return { reason, remedy: 'Install the version of @open-oms/extend that belongs to this system.' }
  }
  return add(module, extension as DefinedExtension)
}

/** Puts the parts of an extension to use, all or none. Null when it did. */
function add(module: string, extension: DefinedExtension): { reason: string; remedy: string } | null {
  const remedy = 'Correct the module, and restart the process.'
  const { name, steps = [], connectors = [], fields = [], reports = [], onEvent } = extension
  if (!Array.isArray(steps)) return { reason: `the steps of "${module}" are no list`, remedy }
  const fault = steps.map(findStepFault).find((found) => found !== null)
  if (fault !== undefined) return { reason: `a step of "${module}" ${fault}`, remedy }
  const partFault = findPartFault(extension)
  if (partFault !== null) return { reason: `"${module}" cannot be used: ${partFault}`, remedy }
  const taken = addSteps(steps.map(runnableStep))
  if (taken.length > 0) return { reason: `there is a step "${taken[0]}" already`, remedy: 'Give the step another name.' }
  addParts(extension)
  loaded.set(module, {
    ...{ module, name, interfaceVersion: extension.interfaceVersion },
    steps: steps.flatMap((step) => step.names),
    connectors: connectors.map(({ name, kind, operations }) => ({ name, kind, operations: [...operations] })),
    fields: fields.map(({ key }) => key),
    reports: reports.map((report) => report.name),
    events: [...(onEvent?.types ?? [])],
  })
  return null
}

/** A file is seen from the folder of the configuration, and so are installed packages. */
function resolveModule(directory: string, module: string): string {
  const folder = resolve(directory)
  return /^\.{0,2}\//.test(module) ? resolve(folder, module) : createRequire(join(folder, 'extensions.json')).resolve(module)
}

/**
 * Why a module could not be loaded, in one sentence; with the line where the error says that of a
 * file in `folder` or below.
 */
function describeLoadError(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error)
  const [message = ''] = error.message.split(/\n| Did you mean to import /)
  const places = [...(error.stack ?? '').matchAll(/(?:file:\/\/)?(\/[^\s:()]+):(\d+)/g)]
  const place = places.find(([, path = '']) => path.startsWith(`${folder}/`))
  return place === undefined ? message : `${message} (${place[1]}:${place[2]})`
}
