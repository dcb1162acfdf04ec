import { HoldNote, ReasonCode } from '@open-oms/contracts/orders/hold'
import { createReturn } from '@open-oms/contracts/orders/returns/routes'
import { addComment } from '@open-oms/contracts/orders/routes/comments'
import { holdOrder, releaseHold } from '@open-oms/contracts/orders/routes/holds'
import { patchOrder } from '@open-oms/contracts/orders/routes/patch-orders'
import { cancelOrder, updateStatus } from '@open-oms/contracts/orders/workflow/routes/change-status'
import { DateTime } from '@open-oms/contracts/primitives'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { ApiClient } from '../../api/api-client.ts'
import type { DryRuns } from './dry-runs.ts'
import type { Tool } from './tool.ts'

/** What a change of an order is about, once the order is known. */
type Change<S extends TObject> = {
  api: ApiClient
  orderId: string
  input: Static<S>
  /** Of the order that the dry run was about, so that nothing else is changed. */
  headers: { 'If-Match': string }
}

type WriteTool<S extends TObject> = Pick<Tool, 'name' | 'title' | 'description'> & {
  input: S
  /** What the change would come to; nothing is kept. */
  preview(change: Change<S>): Promise<unknown>
  change(change: Change<S>): Promise<unknown>
}

const order = Type.String({ minLength: 1, description: 'The id of the order, or its number.' })
const Word = (description: string) => Type.String({ minLength: 1, description })
const isDryRun = { dryRun: true }

/** A part of an order that a patch changes, as the API takes it. */
const Patch = Type.Record(Type.String(), Type.Unknown(), {
  minProperties: 1,
  description: 'What changes of the order, with the names and forms that `get_order` shows; the rest stays as it is.',
})

const ReturnedLine = Type.Object({
  lineItemId: Word('The line of the order.'),
  returnQuantity: Type.Number({ exclusiveMinimum: 0, description: 'How many units come back.' }),
  returnReason: Type.Optional(Word('Why they come back.')),
  isStockUpdated: Type.Optional(Type.Boolean({ description: 'Whether they go back into stock; false by default.' })),
})

const changes: readonly WriteTool<TObject>[] = [
  defineWrite({
    name: 'change_status',
    title: 'Move an order to another status',
    description: 'Moves an order to a status of its type and runs the steps of that status: captures, shipments, messages.',
    input: Type.Object({ order, status: Word('The status to enter.') }),
    preview: ({ api, orderId, input: { status } }) =>
      api.call(updateStatus, { params: { orderId }, query: isDryRun, body: { status } }),
    change: ({ api, orderId, input: { status }, headers }) =>
      api.call(updateStatus, { params: { orderId }, body: { status }, headers }),
  }),
  defineWrite({
    name: 'cancel_order',
    title: 'Cancel an order',
    description: 'Cancels what of an order has not left, frees its stock and pays back what was captured for it.',
    input: Type.Object({ order, reason: Word('Why, in a word of the shop.'), note: Type.Optional(Word('A remark.')) }),
    preview: ({ api, orderId, input }) =>
      api.call(cancelOrder, { params: { orderId }, query: isDryRun, body: cancellation(input) }),
    change: ({ api, orderId, input, headers }) =>
      api.call(cancelOrder, { params: { orderId }, body: cancellation(input), headers }),
  }),
  defineWrite({
    name: 'patch_order',
    title: 'Change parts of an order',
    description: 'Changes the parts of an order that are given and leaves the others as they are. No workflow runs.',
    input: Type.Object({ order, patch: Patch }),
    preview: ({ api, orderId, input: { patch } }) => api.call(patchOrder, { params: { orderId }, query: isDryRun, body: patch }),
    change: ({ api, orderId, input: { patch }, headers }) => api.call(patchOrder, { params: { orderId }, body: patch, headers }),
  }),
  defineWrite({
    name: 'return_goods',
    title: 'Take goods back',
    description: 'Makes a return form for delivered units of an order; its status and steps follow the configuration.',
    input: Type.Object({ order, lines: Type.Array(ReturnedLine, { minItems: 1, maxItems: 100 }) }),
    preview: ({ api, orderId, input: { lines } }) =>
      api.call(createReturn, { params: { orderId }, query: isDryRun, body: { returns: lines } }),
    change: ({ api, orderId, input: { lines }, headers }) =>
      api.call(createReturn, { params: { orderId }, body: { returns: lines }, headers }),
  }),
  defineWrite({
    name: 'hold_order',
    title: 'Hold an order',
    description: 'Holds an order: no outside step runs and no shipment leaves until it is released.',
    input: Type.Object({ order, reasonCode: ReasonCode, note: Type.Optional(HoldNote), until: Type.Optional(DateTime) }),
    preview: async ({ orderId, input: { order: _, ...hold } }) => ({ orderId, wouldBeHeld: hold }),
    change: ({ api, orderId, input: { order: _, ...body }, headers }) =>
      api.call(holdOrder, { params: { orderId }, body, headers }),
  }),
  defineWrite({
    name: 'release_hold',
    title: 'Release a hold of an order',
    description: 'Releases a hold. With the last one the workflow continues automatically.',
    input: Type.Object({ order, holdId: Word('The `id` of the hold, as `get_order` shows it.') }),
    preview: async ({ orderId, input: { holdId } }) => ({ orderId, wouldBeReleased: holdId }),
    change: ({ api, orderId, input: { holdId }, headers }) =>
      api.call(releaseHold, { params: { orderId, holdId }, body: {}, headers }),
  }),
  defineWrite({
    name: 'add_note',
    title: 'Add an internal note to an order',
    description: 'Adds a note that only the shop sees. Nothing is sent.',
    input: Type.Object({ order, text: Type.String({ minLength: 1, maxLength: 10_000, description: 'The note.' }) }),
    preview: async ({ orderId, input: { text } }) => ({ orderId, wouldBeAdded: text }),
    change: ({ api, orderId, input: { text }, headers }) =>
      api.call(addComment, { body: { orderId, commentText: text, commentType: 'Internal' }, headers }),
  }),
]

/** Keeps the type of the input for the functions of one entry. */
function defineWrite<S extends TObject>(tool: WriteTool<S>): WriteTool<TObject> {
  return tool as never
}

/** The tools that change an order: each call is a dry run first, which is then confirmed. */
export function writeTools(dryRuns: DryRuns): Tool[] {
  return changes.map(({ preview, change, ...tool }) => ({
    ...tool,
    description: `${tool.description} ${confirmationRule}`,
    input: Type.Composite([tool.input, Type.Object({ confirmation: Type.Optional(Word('`confirmation` of the dry run.')) })]),
    isWrite: true,
    call: async (context, { confirmation, ...input }: { order: string; confirmation?: string }) => {
      const api = context.api()
      const { orderId, versionId } = await dryRuns.findOrder(api, input.order)
      const asked = { tool: tool.name, orderId, versionId, input }
      const prepared = { api, orderId, input, headers: { 'If-Match': `"${versionId}"` } }
      if (confirmation === undefined) return dryRuns.keep(asked, await preview(prepared))
      dryRuns.take(confirmation, asked)
      return await change(prepared)
    },
  }))
}

const confirmationRule =
  'The first call is a dry run: it changes nothing, shows what would happen and gives a `confirmation`. Show it to the person; when they agree, call again with the same input and the `confirmation`.'

function cancellation({ reason, note }: { reason: string; note?: string }) {
  return { reason, ...(note !== undefined && { note }) }
}
