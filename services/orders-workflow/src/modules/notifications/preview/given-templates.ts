import type { ConfigText } from '@open-oms/contracts/config/config-file'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { TemplateFile } from '@open-oms/contracts/templates/templates'

type GivenFile = InputOf<TemplateFile>

/**
 * The templates of a request; one without path has no name of a template, and is a problem of the
 * check.
 */
export function givenTemplates(files: readonly GivenFile[]): ConfigText[] {
  return files.map(({ path, text }) => ({ path: path ?? '', text: text ?? '' }))
}
