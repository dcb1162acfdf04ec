/**
 * Prints what breaks the rules of the layout that lint cannot express (see tools/layout-check/); a
 * step of `npm test`.
 */
import { join } from 'node:path'
import { checkLayout } from './layout-check/check-layout.ts'

const problems = checkLayout(join(import.meta.dirname, '..'))
for (const { path, line, message } of problems) console.log(`${path}:${line}: ${message}`)
process.exitCode = problems.length > 0 ? 1 : 0
