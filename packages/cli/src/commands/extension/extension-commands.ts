import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { asFileFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { type ExtensionFiles, extensionFiles, stepName } from './extension-files.ts'

/** Small letters, digits and single dashes: it is the name of a package too. */
const NAME = /^(?=.{1,50}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** `oms extension new NAME`: the folder of a new extension (extensions.md#new-extension). */
const newExtension: DeclareCommand = (run) =>
  new Command('new')
    .description('Write the folder of a new extension: a step, and a test that passes')
    .argument('<name>', 'the extension, and its folder: small letters, digits and dashes')
    .option('--in <folder>', 'where its folder is made, such as `extensions` of the configuration folder', '.')
    .action((name, options) => run((context) => writeExtension(name, options.in, context)))

async function writeExtension(name: string, parent: string, { output }: Context): Promise<void> {
  if (!NAME.test(name))
    throw wrongUsage(`"${name}" is no name of an extension: it has at most 50 small letters, digits and dashes, first a letter.`)
  const folder = resolve(parent, name)
  const files = extensionFiles(name)
  await makeFolder(folder)
  try {
    await writeFiles(folder, files)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw asFileFailure(error)
  }
  output.result({ name, folder, step: stepName(name), files: Object.keys(files) }, () =>
    [
      `Wrote ${folder} with step ${stepName(name)}.`,
      'Run its test there: npm install && npm test',
      `Name it in extensions.json of the configuration: { "module": ${JSON.stringify(join(folder, 'src', 'extension.ts'))} }`,
    ].join('\n'),
  )
}

/** Makes a folder that nobody else has. */
async function makeFolder(folder: string): Promise<void> {
  const refuse = (reason: string) => (error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? wrongUsage(reason) : asFileFailure(error)
  }
  await mkdir(dirname(folder), { recursive: true }).catch(refuse(`${dirname(folder)} is no folder.`))
  await mkdir(folder).catch(refuse(`${folder} is there already: choose another name.`))
}

async function writeFiles(folder: string, files: ExtensionFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text, { flag: 'wx' })
  }
}

/** `oms extension …` */
export const extensionCommands: readonly DeclareCommand[] = [newExtension]
