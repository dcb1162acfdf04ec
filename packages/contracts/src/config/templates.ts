import type { ConfigFolderContract, ConfigText } from './config-file.ts'

/**
 * The templates of mails, SMS and documents that replace built-in ones
 * (templates.md#template-files).
 */
export const templatesFolder: ConfigFolderContract<readonly ConfigText[]> = {
  folder: 'templates',
  ending: '.liquid',
  summary: 'Templates of mails, SMS and documents that replace the built-in ones.',
  read: (files) => files,
}
