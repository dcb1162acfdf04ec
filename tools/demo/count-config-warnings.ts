import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { omsProgram, runProgram } from '@open-oms/system/run-program'

/**
 * How many warnings `oms config check` has for a configuration folder; null when it could not be
 * asked, as when the start is interrupted.
 */
export async function countConfigWarnings(configDir: string, signal: AbortSignal): Promise<number | null> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough().resume()]
  const written = text(stdout)
  try {
    await runProgram(omsProgram, ['config', 'check', configDir, '--json'], { environment: () => ({}), signal, stdout, stderr })
    stdout.end()
    return (JSON.parse(await written) as { warnings: number }).warnings
  } catch {
    return null
  }
}
