import type { Static } from '@sinclair/typebox'
import { DateTime, described, Flag, Integer, List, Model, Nullable, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { ExternalId, PropertyItem } from '../primitive-models.ts'
import { ShipmentPackage, ShipmentTracking, ShippingPickUpPoint } from '../shipment.ts'

/**
 * Tracking of a package as an update sends it: the short names are aliases
 * (shipments.md#shipment-data-of-an-update).
 */
export const UpdateShipmentTracking = Model(
  'UpdateShipmentTracking',
  {
    ...ShipmentTracking.properties,
    trackingNumber: described(Nullable(Text), 'A short name of the tracking number of the package.'),
    trackingUrl: described(Nullable(Text), 'A short name of the address of its tracking page.'),
  },
  'Tracking of a package as an update sends it.',
)
export type UpdateShipmentTracking = Static<typeof UpdateShipmentTracking>

export const UpdateShipmentPackage = Model(
  'UpdateShipmentPackage',
  {
    ...ShipmentPackage.properties,
    shipmentTracking: described(Nullable(UpdateShipmentTracking), 'The tracking of the package.'),
  },
  'A package of the shipment as an update sends it.',
)
export type UpdateShipmentPackage = Static<typeof UpdateShipmentPackage>

export const UpdateShipmentInfo = Model(
  'UpdateShipmentInfo',
  {
    comment: described(Nullable(Text), 'Replaces the comment of the shipment.'),
    externalIds: described(List(ExternalId), 'Ids of the shipment in other systems: added, or updated by provider.'),
    labelLink: described(Nullable(Text), 'The address of the shipping label. Kept as `shipmentLabelLink`.'),
    orderStatus: described(
      Nullable(Text),
      'The status of the shipment in the workflow, where it differs from that of the order. Without `shipmentId` the first shipment enters it.',
    ),
    packages: described(List(UpdateShipmentPackage), 'The parcels that the shipment is sent in.'),
    pickUpPointInformation: described(
      Nullable(ShippingPickUpPoint),
      'The place where the customer collects the goods from the carrier.',
    ),
    properties: described(List(PropertyItem), 'Custom data of the shipment: added, or updated by key.'),
    returnLabelLink: described(Nullable(Text), 'The address of a label for sending goods back.'),
    returnTrackingLink: described(Nullable(Text), 'The page that shows where goods are that are sent back.'),
    returnTrackingNumber: described(Nullable(Text), 'The tracking number of goods that are sent back.'),
    servicePointId: described(Nullable(Text), "The carrier's id of the place where the customer collects the goods."),
    shipmentId: described(
      Nullable(Text),
      'The shipment that the update is for alone. Without it: the order and its shipments. An unknown one becomes a new shipment without lines.',
    ),
    shipmentMethodName: described(Nullable(Text), 'The shipping method by name.'),
    shippingMethodName: described(Nullable(Text), 'Another name of `shipmentMethodName`.'),
    shippingMethodProductId: described(Nullable(Text), "The carrier's product of the shipping method."),
    trackingNumber: described(Nullable(Text), "The carrier's number of the shipment. Kept as `shipmentTrackingNumber`."),
    trackingUrl: described(Nullable(Text), 'The page that shows where the shipment is. Kept as `shipmentTrackingLink`.'),
    warehouseCode: described(Nullable(Text), 'The warehouse that the goods leave from.'),
  },
  'Which shipment an update is for, and what it changes of it. What is null or absent stays.',
)
export type UpdateShipmentInfo = Static<typeof UpdateShipmentInfo>

export const UpdateStatusPatch = Model(
  'UpdateStatusPatch',
  {
    orderType: described(
      Nullable(Text),
      'The configured type to use for an order whose own type was removed from the configuration; otherwise it is not needed.',
    ),
    returnId: described(Nullable(Text), 'The return form that enters the status; the order and its shipments keep theirs.'),
    shipmentInfo: described(Nullable(UpdateShipmentInfo), 'Which shipment the update is for, and what it changes of it.'),
    skipRunWorkflow: described(Flag, 'True: only the status is written; no step runs and no quantity changes. False by default.'),
    status: described(Text, 'The status to enter: one of those of the order type. The current one may be sent again.'),
    userId: described(
      Nullable(Text),
      'The user on whose behalf the client acts. The change and its run are recorded as theirs; without it as of the client.',
    ),
  },
  'The status that an order, a shipment or a return form enters.',
)
export type UpdateStatusPatch = Static<typeof UpdateStatusPatch>

export const OrderActionExecutionResult = Model(
  'OrderActionExecutionResult',
  {
    actionStatus: described(Nullable(Text), '`Success`, `Warning` or `Error`.'),
    actionType: described(Nullable(Text), 'The name of the step, as it is configured.'),
    cancelWorkflow: described(Flag, 'Whether the step stopped the run: later steps did not run.'),
    errorReason: described(Nullable(Text), 'Why the step failed. Null when it did not.'),
    isInvisible: described(
      Flag,
      'Whether user interfaces should leave the result out, as the step is configured. It changes nothing else.',
    ),
    translateKey: described(
      Nullable(Text),
      'A key by which user interfaces find their own text for the result, as the step is configured. Null: none.',
    ),
    message: described(Nullable(Text), 'What the step did, in words.'),
    durationMs: described(Integer, 'How long the step took, in milliseconds.'),
    runId: described(Nullable(Text), 'The run that the step belongs to.'),
    stepId: described(Nullable(Text), 'The id of the step in the run; RetryStep takes it.'),
    nextAttempt: described(Nullable(DateTime), 'When the step is tried again automatically. Null: it is not.'),
  },
  'What one step of a workflow run did.',
)
export type OrderActionExecutionResult = Static<typeof OrderActionExecutionResult>

export const OrderWorkflowExecutionResult = Model(
  'OrderWorkflowExecutionResult',
  {
    isAborted: described(Flag, 'Whether a step stopped the run. The status remains, and the order may be partly updated.'),
    order: described(Nullable(Order), 'The order after the steps.'),
    orderActionExecutionResults: described(
      List(OrderActionExecutionResult),
      'The results of the steps in their order, those of triggered statuses included; steps in the background are not among them.',
    ),
  },
  'The result of a change of status: the order after it, and what each step did. The HTTP status is 200 also when the run was aborted.',
)
export type OrderWorkflowExecutionResult = Static<typeof OrderWorkflowExecutionResult>

/**
 * Whether an order may move to a status, and what prevents it (workflow.md#transitions-endpoint).
 */
export const StatusTransition = Model(
  'StatusTransition',
  {
    status: described(Text, 'The status it may or may not move to.'),
    allowed: described(Flag, 'Whether UpdateStatus would accept the status now.'),
    reasons: described(List(Text), 'What prevents it; empty when it is allowed.'),
  },
  'Whether an order may move to a status.',
)
export type StatusTransition = Static<typeof StatusTransition>

/** A try of a step of a run (workflow.md#run-endpoints). */
export const WorkflowRunStep = Model(
  'WorkflowRunStep',
  {
    stepId: described(Text, 'The id of the step in the run.'),
    actionType: described(Text, 'The name of the step, as it is configured.'),
    actionStatus: described(Nullable(Text), '`Success`, `Warning` or `Error`. Null while the outcome is not known.'),
    attempt: described(Integer, 'The number of the try, from 1.'),
    started: described(DateTime, 'When the try began.'),
    finished: described(Nullable(DateTime), 'When the try ended. Null: it has not.'),
    errorReason: described(Nullable(Text), 'Why it failed. Null when it did not.'),
    reasonClass: described(Nullable(Text), 'The kind of failure. Null after a success.'),
  },
  'One try of a step of a run.',
)
export type WorkflowRunStep = Static<typeof WorkflowRunStep>

/**
 * The carrying out of the steps of a status that an order, or one shipment of it, has entered
 * (workflow.md#run-endpoints).
 */
export const WorkflowRunView = Model(
  'WorkflowRun',
  {
    runId: described(Text, 'The id of the run.'),
    orderId: described(Text, 'The order of the run.'),
    shipmentId: described(
      Nullable(Text),
      'The shipment that the run is for alone. Null: it is for the whole order or a return form.',
    ),
    returnId: described(Nullable(Text), 'The return form that the run is for. Null: it is for none.'),
    status: described(Text, 'The status whose steps the run carries out.'),
    state: described(
      Text,
      '`Running`; `Waiting`, a step is tried again later; `Held`, the order is held; `Finished`; `Aborted` by a step; or `Interrupted`, given up with a step whose outcome is not known.',
    ),
    nextAttempt: described(Nullable(DateTime), 'When the step is tried again; only of a `Waiting` run.'),
    reasonClass: described(Nullable(Text), 'The kind of failure that a `Waiting` run waits after; else null.'),
    reason: described(Nullable(Text), 'Why the step of a `Waiting` run failed; else null.'),
    started: described(DateTime, 'When the run began.'),
    finished: described(Nullable(DateTime), 'When the run ended. Null: it has not.'),
    startedBy: described(Nullable(Text), 'Who caused the run: the `userId` of the request, else the client. Null: not known.'),
    steps: described(List(WorkflowRunStep), 'Every try of the steps, so far.'),
  },
  'The carrying out of the steps of a status that an order, a shipment or a return form has entered.',
)
export type WorkflowRunView = Static<typeof WorkflowRunView>

export const WorkflowRunList = Model(
  'WorkflowRunList',
  { result: described(List(WorkflowRunView), 'The runs, the newest first; at most 250.') },
  'The workflow runs of an order.',
)
export type WorkflowRunList = Static<typeof WorkflowRunList>

export const RetryStep = Model(
  'RetryStep',
  { stepId: described(Text, 'The id of the step, as the run lists it.') },
  'Which step of a run is run again.',
)
export type RetryStep = Static<typeof RetryStep>
