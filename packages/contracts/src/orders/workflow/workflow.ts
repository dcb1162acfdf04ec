import type { Static } from '@sinclair/typebox'
import { DateTime, Flag, Integer, List, Model, Nullable, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { ExternalId, PropertyItem } from '../primitive-models.ts'
import { ShipmentPackage, ShipmentTracking, ShippingPickUpPoint } from '../shipment.ts'

/**
 * Tracking of a package as an update sends it: the short names are aliases
 * (shipments.md#shipment-data-of-an-update).
 */
export const UpdateShipmentTracking = Model('UpdateShipmentTracking', {
  ...ShipmentTracking.properties,
  trackingNumber: Nullable(Text),
  trackingUrl: Nullable(Text),
})
export type UpdateShipmentTracking = Static<typeof UpdateShipmentTracking>

export const UpdateShipmentPackage = Model('UpdateShipmentPackage', {
  ...ShipmentPackage.properties,
  shipmentTracking: Nullable(UpdateShipmentTracking),
})
export type UpdateShipmentPackage = Static<typeof UpdateShipmentPackage>

export const UpdateShipmentInfo = Model('UpdateShipmentInfo', {
  comment: Nullable(Text),
  externalIds: List(ExternalId),
  labelLink: Nullable(Text),
  orderStatus: Nullable(Text),
  packages: List(UpdateShipmentPackage),
  pickUpPointInformation: Nullable(ShippingPickUpPoint),
  properties: List(PropertyItem),
  returnLabelLink: Nullable(Text),
  returnTrackingLink: Nullable(Text),
  returnTrackingNumber: Nullable(Text),
  servicePointId: Nullable(Text),
  shipmentId: Nullable(Text),
  shipmentMethodName: Nullable(Text),
  /** Alias of `shipmentMethodName` (shipments.md#shipment-data-of-an-update). */
  shippingMethodName: Nullable(Text),
  shippingMethodProductId: Nullable(Text),
  trackingNumber: Nullable(Text),
  trackingUrl: Nullable(Text),
  warehouseCode: Nullable(Text),
})
export type UpdateShipmentInfo = Static<typeof UpdateShipmentInfo>

export const UpdateStatusPatch = Model('UpdateStatusPatch', {
  /**
   * The configured type that an order goes on with whose own type was removed from the
   * configuration (extra).
   */
  orderType: Nullable(Text),
  returnId: Nullable(Text),
  shipmentInfo: Nullable(UpdateShipmentInfo),
  skipRunWorkflow: Flag,
  status: Text,
  userId: Nullable(Text),
})
export type UpdateStatusPatch = Static<typeof UpdateStatusPatch>

export const OrderActionExecutionResult = Model('OrderActionExecutionResult', {
  actionStatus: Nullable(Text),
  actionType: Nullable(Text),
  cancelWorkflow: Flag,
  errorReason: Nullable(Text),
  isInvisible: Flag,
  translateKey: Nullable(Text),
  message: Nullable(Text),
  durationMs: Integer,
  runId: Nullable(Text),
  stepId: Nullable(Text),
  /** When the step is tried again automatically; null: it is not (workflow.md#waiting-runs). */
  nextAttempt: Nullable(DateTime),
})
export type OrderActionExecutionResult = Static<typeof OrderActionExecutionResult>

export const OrderWorkflowExecutionResult = Model('OrderWorkflowExecutionResult', {
  isAborted: Flag,
  order: Nullable(Order),
  orderActionExecutionResults: List(OrderActionExecutionResult),
})
export type OrderWorkflowExecutionResult = Static<typeof OrderWorkflowExecutionResult>

/**
 * Whether an order may move to a status, and what prevents it (workflow.md#transitions-endpoint).
 */
export const StatusTransition = Model('StatusTransition', {
  status: Text,
  allowed: Flag,
  reasons: List(Text),
})
export type StatusTransition = Static<typeof StatusTransition>

/** A try of a step of a run (workflow.md#run-endpoints). */
export const WorkflowRunStep = Model('WorkflowRunStep', {
  stepId: Text,
  actionType: Text,
  /** `Success`, `Warning` or `Error`; null while the outcome is not known. */
  actionStatus: Nullable(Text),
  attempt: Integer,
  started: DateTime,
  finished: Nullable(DateTime),
  errorReason: Nullable(Text),
  /** What kind of failure it was (connectors.md#reason-classes); null after a success. */
  reasonClass: Nullable(Text),
})
export type WorkflowRunStep = Static<typeof WorkflowRunStep>

/**
 * The carrying out of the steps of a status that an order, or one shipment of it, has entered
 * (workflow.md#run-endpoints).
 */
export const WorkflowRunView = Model('WorkflowRun', {
  runId: Text,
  orderId: Text,
  shipmentId: Nullable(Text),
  returnId: Nullable(Text),
  status: Text,
  /** `Running`, `Waiting`, `Held`, `Finished`, `Aborted` or `Interrupted`. */
  state: Text,
  /** Of a `Waiting` run: when its step is tried again, and why it failed; else null. */
  nextAttempt: Nullable(DateTime),
  reasonClass: Nullable(Text),
  reason: Nullable(Text),
  started: DateTime,
  finished: Nullable(DateTime),
  startedBy: Nullable(Text),
  steps: List(WorkflowRunStep),
})
export type WorkflowRunView = Static<typeof WorkflowRunView>

export const WorkflowRunList = Model('WorkflowRunList', { result: List(WorkflowRunView) })
export type WorkflowRunList = Static<typeof WorkflowRunList>

export const RetryStep = Model('RetryStep', { stepId: Text })
export type RetryStep = Static<typeof RetryStep>
