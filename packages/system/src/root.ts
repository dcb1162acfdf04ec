import { join } from 'node:path'

/** The folder of the checkout: that of the root's package.json. */
export const root = join(import.meta.dirname, '..', '..', '..')
