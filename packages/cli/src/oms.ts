/**
 * The program `oms` (docs/how-to/use-the-command-line.md): `npx oms …` in the checkout.
 */
import { exitCodes } from './exit-codes.ts'
import { runOms } from './run-oms.ts'

const interruption = new AbortController()
// Ctrl-C comes twice, from the terminal and from the launcher: only the first one counts, and what
// was begun is cleaned up.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort())
// Whoever reads the output may have seen enough, as `head` has.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(exitCodes.Done))

const { stdin, stdout, stderr, env: environment } = process
const exitCode = await runOms({ args: process.argv.slice(2), environment, signal: interruption.signal, stdin, stdout, stderr })
// What is written must arrive; what a part that does not respond leaves open, such as a socket,
// must not keep the process.
for (const stream of [stdout, stderr]) await new Promise<void>((done) => stream.write('', () => done()))
process.exit(exitCode)
