import type { ConfigProblem, ConfigText } from '@oms/contracts/config/config-file'
import type { InputOf } from '@oms/contracts/primitives'
import type { TemplateFile, TemplateProblem, TemplateProblems } from '@oms/contracts/templates/templates'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { findTemplateConfigProblems } from './find-template-config-problems.ts'

/**
 * What is wrong with the given templates, or with those in force (templates.md#template-check).
 * Nothing is stored.
 */
export function checkTemplates(config: OrdersConfig, files: readonly GivenFile[] | null): TemplateProblems {
  const problems = findTemplateConfigProblems({ ...config, templates: files === null ? config.templates : givenTemplates(files) })
  return { problems: problems.map(problemForClient) }
}

export type GivenFile = InputOf<TemplateFile>

/**
 * The templates of a request; one without path has no name of a template, and is a problem of the
 * check.
 */
export function givenTemplates(files: readonly GivenFile[]): ConfigText[] {
  return files.map(({ path, text }) => ({ path: path ?? '', text: text ?? '' }))
}

export function problemForClient({ file, path, reason }: ConfigProblem): TemplateProblem {
  return { file, place: path, reason }
}
