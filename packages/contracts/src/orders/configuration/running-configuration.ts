import { type Static, Type } from '@sinclair/typebox'
import { connectorKinds } from '../../config/connectors.ts'
import { Personal } from '../../personal.ts'
import { described, Model, Nullable, Text, Word } from '../../primitives.ts'
import { runStates } from '../workflow/run-search.ts'

const ExplainedStep = Model(
  'ExplainedStep',
  {
    names: described(Type.Array(Text), 'The name by which order types name it; further ones are older names.'),
    does: described(Text, 'What it does, in one sentence.'),
    connectorKinds: described(
      Type.Array(Word(connectorKinds)),
      'The kinds of connectors that it may call; none: it calls nobody.',
    ),
    conditions: described(Type.Array(Text), 'What must hold so that it does something.'),
    warnings: described(Type.Array(Text), 'When it ends with a warning.'),
    errors: described(Type.Array(Text), 'When it ends with an error.'),
    properties: described(
      Type.Array(
        Type.Object({
          key: described(Text, 'The key.'),
          type: described(Text, 'What values are.'),
          meaning: described(Text, 'What it is for.'),
          default: described(Nullable(Text), 'The value where the step has none; null: there is none.'),
          limits: described(Nullable(Text), 'What limits its values; null: nothing but the type.'),
        }),
      ),
      'The properties that it knows.',
    ),
  },
  'A workflow step that order types may name, explained.',
)
export type ExplainedStep = Static<typeof ExplainedStep>

const LoadedExtension = Model(
  'LoadedExtension',
  {
    name: described(Text, 'What it calls itself.'),
    module: described(Text, 'How `extensions.json` names it.'),
    interfaceVersion: described(Text, 'The version of the interface that it was made for.'),
    steps: described(Type.Array(Text), 'The names of its steps.'),
    connectors: described(
      Type.Array(
        Type.Object({
          name: described(Text, 'How `connectors.json` names it.'),
          kind: described(Text, 'Its kind.'),
          operations: described(Type.Array(Text), 'What it can do.'),
        }),
      ),
      'Its connectors.',
    ),
    fields: described(Type.Array(Text), 'The keys of its fields.'),
    reports: described(Type.Array(Text), 'The names of its reports.'),
    events: described(Type.Array(Text), 'Patterns of the types of events that it handles.'),
  },
  'An extension that a process has loaded (extensions.md#loading).',
)
export type LoadedExtension = Static<typeof LoadedExtension>

/**
 * The configuration that a process works by, as its files were when it read them
 * (configuration.md#running-configuration).
 */
export const RunningConfiguration = Model(
  'RunningConfiguration',
  {
    hash: described(Text, 'As in `/health`: the same for the same content of all files.'),
    files: described(
      Personal(Type.Record(Type.String(), Type.Unknown()), false),
      'The files by name. A secret is replaced by a fingerprint, which differs when the secret does.',
    ),
    steps: described(Type.Array(ExplainedStep), 'The steps that order types may name, explained.'),
    extensions: described(Type.Array(LoadedExtension), 'The extensions that it has loaded.'),
  },
  'The configuration that the service works by, as its files were when it read them.',
)
export type RunningConfiguration = Static<typeof RunningConfiguration>

const Count = Type.Integer({ minimum: 0 })

/** What is under way, by what a configuration names (configuration.md#orders-in-flight). */
export const OrdersInFlight = Model(
  'OrdersInFlight',
  {
    orders: described(
      Type.Array(
        Type.Object({
          orderType: described(Text, 'The order type.'),
          status: described(Text, 'The status of the order.'),
          count: described(Count, 'How many orders have this type and status.'),
          isConfigured: described(Type.Boolean(), 'False: the type, or the status of the type, is not configured.'),
        }),
      ),
      'Orders by type and status; deleted ones are left out.',
    ),
    runs: described(
      Type.Array(
        Type.Object({
          orderType: described(Text, 'The type that the run was started for.'),
          status: described(Text, 'The status whose steps it carries out.'),
          state: described(Word(runStates), 'The state of the runs.'),
          stepId: described(Nullable(Text), 'The id of the step that waits, failed or comes next; null: none.'),
          step: described(Nullable(Text), 'The name of that step; null: none.'),
          count: described(Count, 'How many runs.'),
        }),
      ),
      'Workflow runs that are not finished, by step.',
    ),
    runsAreExact: described(Type.Boolean(), 'False: there are more runs than the 10,000 that were looked at.'),
  },
  'What is under way, by what a configuration names.',
)
export type OrdersInFlight = Static<typeof OrdersInFlight>
