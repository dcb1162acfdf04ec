import type { ConnectorPending, ConnectorRefusal } from '@open-oms/contracts/connectors/outcomes'
import type { Static, TObject, TUnion } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** What goes with a request beside its fields. */
export type ConnectorCall = {
  /**
   * Equal keys are one effect, however often and however late it is asked for
   * (connectors.md#provider-idempotency).
   */
  idempotencyKey: string
  /** Ends the request early: whoever asked has gone. */
  signal: AbortSignal
}

/** Nobody knows whether it was carried out: the same request is made again with the same key. */
export type ConnectorUnreachable = { status: 'unreachable'; message?: string }

/** What a connector answers without a `done`. */
export type ConnectorNotDone = ConnectorRefusal | ConnectorPending | ConnectorUnreachable

/** An answer of any operation. */
export type ConnectorAnswer = ({ status: 'done' } & Record<string, unknown>) | ConnectorNotDone

/**
 * A connector that was defined. `answer` takes a request as it came in and never throws: what does
 * not keep to the protocol is refused before anything happens, and after an error of an operation
 * its effect is unknown.
 */
export type DefinedConnector<Kind extends string = string> = {
  readonly kind: Kind
  readonly name: string
  /** What it can do. */
  readonly operations: readonly string[]
  answer(request: unknown, call: ConnectorCall): Promise<ConnectorAnswer>
}

type Operation = (request: never, call: ConnectorCall) => Promise<unknown>

/** The protocol of a kind: the models of requests and answers by operation. */
export type Protocol = { requests: Record<string, TObject>; answers: Record<string, TUnion> }

/** The functions that a connector may have, each typed by the models of its operation. */
export type Operations<P extends Protocol> = {
  [Name in keyof P['requests'] & keyof P['answers']]: (
    request: Static<P['requests'][Name]>,
    call: ConnectorCall,
  ) => Promise<Static<P['answers'][Name]> | ConnectorUnreachable>
}

/** A connector of a kind, whose functions are called with what the protocol allows. */
export function connectorBy<const Kind extends string>(
  { kind, requests, answers }: Protocol & { kind: Kind },
  { name, ...operations }: { name: string } & Record<string, unknown>,
): DefinedConnector<Kind> {
  const functions = Object.entries(operations).filter(
    (entry): entry is [string, Operation] => Object.hasOwn(requests, entry[0]) && typeof entry[1] === 'function',
  )
  const byName = new Map(functions)
  return {
    kind,
    name,
    operations: [...byName.keys()],
    async answer(request, call) {
      const operation = String((request as { operation?: unknown } | null)?.operation)
      const act = byName.get(operation)
      const model = requests[operation]
      if (act === undefined || model === undefined) {
        const known = [...byName.keys()].join(', ')
        return refused(`The connector ${name} has no such operation; it has ${known}.`)
      }
      const [error] = Value.Errors(model, request)
      if (error !== undefined) return refused(`The request violates the protocol: ${error.path} ${error.message}.`)
      try {
        return read(answers[operation], await act(request as never, call))
      } catch (error) {
        return { status: 'unreachable', message: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

function refused(message: string): ConnectorRefusal {
  return { status: 'refused', message }
}

/** What cannot be read may have been carried out. */
function read(model: TUnion | undefined, answer: unknown): ConnectorAnswer {
  const isUnreachable = (answer as { status?: unknown } | null)?.status === 'unreachable'
  if (isUnreachable || (model !== undefined && Value.Check(model, answer))) return answer as ConnectorAnswer
  return { status: 'unreachable', message: 'The answer of the connector violates the protocol.' }
}
