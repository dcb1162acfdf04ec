import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { templatesFolder } from '@open-oms/contracts/config/templates'
import { checkTemplates, listTemplates, previewTemplate } from '@open-oms/contracts/orders/routes/templates'
import type { TemplateFile, TemplateList, TemplatePreview, TemplateProblem } from '@open-oms/contracts/templates/templates'
import { readConfigFolder } from '@open-oms/service-kit/config/read-config-folder'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { table } from '../../output/table.ts'

/** `oms template list`: the templates in force, those of the tenant and the built-in ones. */
const list: DeclareCommand = (run) =>
  new Command('list')
    .description('List the templates of mails, SMS and documents that are in force')
    .option('--name <name>', 'only those of this message or document')
    .option('--text', 'with their texts, to begin a template of your own with')
    .action(({ name, text }) =>
      run(async ({ api, output }) => {
        const { result } = await api().call(listTemplates)
        const found = result.filter((one) => name === undefined || one.name === name)
        output.result({ result: found }, () => (text === true ? texts(found) : rows(found)))
      }),
    )

function rows(templates: TemplateList['result']): string {
  if (templates.length === 0) return 'There are no such templates.'
  const cells = templates.map(({ name, language, part, origin, path }) => [name, language, part, origin, path])
  return table(['Name', 'Language', 'Part', 'Origin', 'Path'], cells)
}

function texts(templates: TemplateList['result']): string {
  return templates.map(({ path, text }) => `--- ${path}\n${text}`).join('\n')
}

/**
 * `oms template check`: what is wrong with the templates of a configuration folder
 * (templates.md#template-check).
 */
const check: DeclareCommand = (run) =>
  new Command('check')
    .description('Check templates as a start and a reload do; ends with 1 when something is wrong')
    .option('--config <folder>', 'the configuration whose templates are checked; without it those in force')
    .action(({ config }) =>
      run(async ({ api, output }) => {
        const files = config === undefined ? {} : { files: await readTemplates(config) }
        const { problems } = await api().call(checkTemplates, { body: files })
        output.result({ problems }, () => (problems.length === 0 ? 'Nothing is wrong.' : describeProblems(problems)))
        return exitCodeForProblems(problems)
      }),
    )

type PreviewOptions = { order?: string; shipment?: string; market?: string; config?: string; write?: string }

/** `oms template preview NAME`: a message or a document as it would be (templates.md#preview). */
const preview: DeclareCommand = (run) =>
  new Command('preview')
    .description('Render a message or a document without sending it; ends with 1 when a template is wrong')
    .argument('<name>', 'the name of the message or document, such as shipped or invoice')
    .option('--order <id>', 'with this order; without it with one that exists nowhere')
    .option('--shipment <id>', 'with this shipment of the order')
    .option('--market <id>', 'in the language of this market')
    .option('--config <folder>', 'with the templates of this configuration in place of those in force')
    .option('--write <folder>', 'write the parts to files of this folder; the only way to see HTML and PDF')
    .action((name, options: PreviewOptions) =>
      run(async ({ api, output }) => {
        const { order, shipment, market, config, write } = options
        const body = {
          ...(order !== undefined && { orderId: order }),
          ...(shipment !== undefined && { shipmentId: shipment }),
          ...(market !== undefined && { marketId: market }),
          ...(config !== undefined && { files: await readTemplates(config) }),
        }
        const rendered = await api().call(previewTemplate, { params: { name }, body })
        const written = write === undefined ? [] : await writeParts(write, rendered)
        output.result(write === undefined ? rendered : { problems: rendered.problems, written }, () => describe(rendered))
        for (const path of written) output.note(`Written: ${path}`)
        return exitCodeForProblems(rendered.problems)
      }),
    )

/** Raises `CommandFailure` for a folder whose templates cannot be read. */
async function readTemplates(folder: string): Promise<TemplateFile[]> {
  const read = await readConfigFolder(folder, templatesFolder)
  if ('files' in read && read.files.length > 0) return read.files
  if ('files' in read) throw wrongUsage(`There are no templates in ${join(folder, templatesFolder.folder)}.`)
  throw wrongUsage(read.problems.map(({ file, reason }) => `${file} ${reason}`).join('; '))
}

function exitCodeForProblems(problems: readonly TemplateProblem[]): ExitCode {
  return problems.length === 0 ? exitCodes.Done : exitCodes.Failed
}

function describeProblems(problems: readonly TemplateProblem[]): string {
  return problems.map(({ file, place, reason }) => `${file}${place === '' ? '' : ` ${place}`}: ${reason}`).join('\n')
}

function describe({ subject, text, sms, html, pdf, problems }: TemplatePreview): string {
  const parts = [
    problems.length === 0 ? null : describeProblems(problems),
    subject === null ? null : `Subject: ${subject}`,
    text,
    sms === null ? null : `SMS: ${sms}`,
    html === null && pdf === null ? null : `(There is ${html === null ? 'a PDF' : 'HTML'} too: --write FOLDER.)`,
  ]
  return parts.filter((part) => part !== null).join('\n\n')
}

async function writeParts(folder: string, { name, subject, text, sms, html, pdf }: TemplatePreview): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const contents: Record<string, string | Buffer | null> = {
    'subject.txt': subject,
    'text.txt': text,
    'sms.txt': sms,
    html,
    pdf: pdf === null ? null : Buffer.from(pdf, 'base64'),
  }
  const written: string[] = []
  for (const [ending, content] of Object.entries(contents)) {
    if (content === null) continue
    const path = join(folder, `${name}.${ending}`)
    await writeFile(path, content)
    written.push(path)
  }
  return written
}

/** `oms template …` */
export const templateCommands: readonly DeclareCommand[] = [list, check, preview]
