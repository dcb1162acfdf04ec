import { type Static, Type } from '@sinclair/typebox'
import { Model, Nullable, Text, Word } from '../../primitives.ts'
import { runStates } from '../workflow/run-search.ts'

/** The configuration that a process works by, as its files were when it read them (configuration.md#running-configuration). */
export const RunningConfiguration = Model('RunningConfiguration', {
  /** As in `/health`: the same for the same content of all files. */
  hash: Text,
  /** By file name. A secret is replaced by a fingerprint, which differs when the secret does. */
  files: Type.Record(Type.String(), Type.Unknown()),
})
export type RunningConfiguration = Static<typeof RunningConfiguration>

const Count = Type.Integer({ minimum: 0 })

/** What is under way, by what a configuration names (configuration.md#orders-in-flight). */
export const OrdersInFlight = Model('OrdersInFlight', {
  orders: Type.Array(
    Type.Object({
      orderType: Text,
      status: Text,
      count: Count,
      /** False: the type, or the status of the type, is not configured. */
      isConfigured: Type.Boolean(),
    }),
  ),
  /** Runs that are not finished, by the step that waits, failed or comes next; null: none is left. */
  runs: Type.Array(
    Type.Object({
      orderType: Text,
      status: Text,
      state: Word(runStates),
      stepId: Nullable(Text),
      step: Nullable(Text),
      count: Count,
    }),
  ),
  /** False: there are more runs than were looked at. */
  runsAreExact: Type.Boolean(),
})
export type OrdersInFlight = Static<typeof OrdersInFlight>
