import { type Static, Type } from '@sinclair/typebox'
import { described, InputModel, Model, Nullable, Text } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import { OrderWorkflowExecutionResult } from '../workflow/workflow.ts'
import { OrderId } from './order-params.ts'

export const ButtonPress = Model(
  'ButtonPress',
  {
    userId: described(
      Nullable(Text),
      'The user on whose behalf the client acts. The change and its run are recorded as theirs; without it as of the client.',
    ),
  },
  'Who presses a button.',
)
export type ButtonPress = Static<typeof ButtonPress>

export const pressButton = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/Buttons/:buttonId',
  operationId: 'pressButton',
  summary: 'Presses a button of the order page: asks its service, and does what it answers.',
  description:
    'The order keeps its status unless the answer names one. A dry run asks the service too, with `dryRun` in the question, and returns the order ' +
    'as it would be. In a status in which the button is not offered it is 409; without its permission it is 403.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  params: Type.Object({
    orderId: OrderId,
    buttonId: described(Type.String(), 'The `id` of the button in `console-places.json`. 404 when there is none.'),
  }),
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: the service says what it would answer; nothing is kept.' }),
    ),
  }),
  body: Type.Optional(InputModel(ButtonPress, [], 'ButtonPress')),
  responses: { 200: OrderWorkflowExecutionResult, 409: ErrorBody },
  carriesVersion: true,
})
