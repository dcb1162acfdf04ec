/** Says what breaks the rules of the house that lint cannot express (see tools/house-check/); a step of `npm test`. */
import { join } from 'node:path'
import { checkHouse } from './house-check/check-house.ts'

const problems = checkHouse(join(import.meta.dirname, '..'))
for (const { path, line, message } of problems) console.log(`${path}:${line}: ${message}`)
process.exitCode = problems.length > 0 ? 1 : 0
