import type { Static, TObject } from '@sinclair/typebox'
import type { Context } from '../../context.ts'

/** A tool that a client of the Model Context Protocol may call (docs/reference/command-line.md). */
export type Tool = {
  name: string
  /** A heading for people. */
  title: string
  /** What it does, for the model that chooses among the tools. */
  description: string
  input: TObject
  /** Whether a call may change something, even where this call is a dry run. */
  isWrite: boolean
  /** Returns the result, as JSON. `input` is valid by the schema. Raises `CommandFailure`. */
  call(context: Context, input: never): Promise<unknown>
}

type ReadTool<S extends TObject> = Omit<Tool, 'call' | 'isWrite'> & {
  input: S
  call(context: Context, input: Static<S>): Promise<unknown>
}

/** A tool that reads. */
export function readTool<S extends TObject>(tool: ReadTool<S>): Tool {
  return { ...tool, isWrite: false }
}
