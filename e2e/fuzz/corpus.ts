import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line for each input, in base64: many of them are no text. */
const fileOf = (name: string) => join(import.meta.dirname, 'corpus', `${name}.txt`)

/** The inputs that are kept for a target; none where it has no file. */
export function readCorpus(name: string): Buffer[] {
  if (!existsSync(fileOf(name))) return []
  const lines = readFileSync(fileOf(name), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => Buffer.from(line, 'base64'))
}

/** Replaces the inputs that are kept for a target. */
export function writeCorpus(name: string, inputs: readonly Buffer[]): void {
  writeFileSync(fileOf(name), inputs.map((input) => `${input.toString('base64')}\n`).join(''))
}
