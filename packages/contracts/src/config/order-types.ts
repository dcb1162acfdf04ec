import { type Static, Type } from '@sinclair/typebox'
import { Word } from '../primitives.ts'
import {
  ConfigFile,
  ConfigObject,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
  Words,
} from './config-file.ts'

/** The states of a shipment's goods, which a status may set (shipments.md#shipment-statuses). */
export const shipmentStatuses = [
  'AwaitingInventory',
  'OnHold',
  'Packing',
  'Released',
  'Shipped',
  'Cancelled',
  'SplittedShippedShipment',
  'PickingPostponed',
] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

export const StepProperty = ConfigObject(
  { key: Name('Name of the property.'), value: OrNull(Words('Its value.')) },
  'A property of a status or of a step; each step says which it knows.',
)
export type StepProperty = Static<typeof StepProperty>

export const workflowConditions = ['Success', 'Error', 'Warning'] as const
/** How a step ends; a condition looks for it among the earlier ones. */
export type ActionStatus = (typeof workflowConditions)[number]
export const WorkflowStepCondition = ConfigObject(
  { type: Word(workflowConditions) },
  'Success: all earlier steps succeeded. Error, Warning: some earlier step ended so.',
)

/**
 * What a step applies to; empty filters match all, and a match among the disabled ones wins
 * (workflow.md#step-fields).
 */
const filters = {
  enabledForMarkets: ListOrNone(Name('Market id.'), 'Only for orders of these markets.'),
  enabledForStores: ListOrNone(Name('Store id.'), 'Only for orders of these stores.'),
  enabledForWarehouses: ListOrNone(Name('Warehouse code.'), 'Only for shipments from these warehouses.'),
  enabledForShipmentOptions: ListOrNone(Name('Shipping method.'), 'Only for shipments with these shipping methods.'),
  enabledForTags: ListOrNone(Name('Tag.'), 'Only for orders with one of these tags.'),
  disabledForMarkets: ListOrNone(Name('Market id.'), 'Not for orders of these markets.'),
  disabledForStores: ListOrNone(Name('Store id.'), 'Not for orders of these stores.'),
  disabledForWarehouses: ListOrNone(Name('Warehouse code.'), 'Not for shipments from these warehouses.'),
  disabledForShipmentOptions: ListOrNone(Name('Shipping method.'), 'Not for shipments with these shipping methods.'),
  disabledForTags: ListOrNone(Name('Tag.'), 'Not for orders with one of these tags.'),
}

export const WorkflowStep = ConfigObject(
  {
    id: Name('Unique within the order type; runs and results carry it as stepId.'),
    index: Type.Integer({ minimum: 0, description: 'Position in the run; unique within the status.' }),
    name: Name('The step to run; results carry it as actionType.'),
    active: FlagWithDefault(true, 'An inactive step is left out.'),
    connector: OrNull(Words('Name of the connector the step uses.')),
    stopOnError: FlagWithDefault(false, 'An error ends the run and aborts it.'),
    runAfterOrderIsSaved: FlagWithDefault(
      false,
      'Runs in the background, after the response; messages that are all that is left are stored with the order and sent then.',
    ),
    isInvisible: FlagWithDefault(false, 'Its result is not meant for end users.'),
    ...filters,
    properties: ListOrNone(StepProperty, 'Settings of the step.'),
    workflowStepConditions: ListOrNone(WorkflowStepCondition, 'All must hold for the step to run.'),
    description: OrNull(Words('What the step is for.')),
    translateKey: OrNull(Words('Key by which a user interface translates the name.')),
    timeoutMs: WithDefault(Type.Integer({ minimum: 1, maximum: 600_000, description: 'Longest time of one try.' }), 30_000),
    retries: WithDefault(
      Type.Integer({ minimum: 0, maximum: 20, description: 'Further tries after one that failed for a passing reason.' }),
      3,
    ),
    retryFor: OrNull(
      Type.String({
        pattern: '^(0|[1-9][0-9]{0,8}(ms|s|m|h|d))$',
        description:
          'How long a step whose receiver does not respond is tried again in the background, such as 90s or 24h; 0: not at all. Null: as is usual for the step.',
      }),
    ),
  },
  'One step of entering a status (workflow.md#step-fields).',
)
export type WorkflowStep = Static<typeof WorkflowStep>

export const OrderStatus = ConfigObject(
  {
    name: Name('The status as orders carry it; unique within the type.'),
    order: Type.Integer({ minimum: 0, description: 'Position in the list; the lowest is the first status of an order.' }),
    displayName: OrNull(Words('The name people see; null: the name.')),
    displayNames: WithDefault(
      Type.Record(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }), Words('The name in that language.'), {
        description: 'The name in other languages, by language tag such as nb.',
      }),
      {},
    ),
    translateKey: OrNull(Words('Key by which a user interface translates the name.')),
    isMainFilter: FlagWithDefault(false, 'Offered as a main filter of order lists.'),
    condition: OrNull(Word(['Delivery', 'PickUp'])),
    isCanceledStatus: FlagWithDefault(false, 'Entering it cancels the undelivered rest.'),
    isDeliveredStatus: FlagWithDefault(false, 'Entering it delivers the open rest.'),
    isInProgressStatus: FlagWithDefault(false, 'Work on the order is under way.'),
    isPicked: FlagWithDefault(false, 'The goods are picked, and no longer pickable.'),
    shipmentStatusUpdate: OrNull(Word(shipmentStatuses)),
    mainOrderStatus: OrNull(Words('The status of the type under which user interfaces group this one.')),
    enforceAvailableStepsPolicy: FlagWithDefault(false, 'Only the moves of availableSteps are allowed.'),
    availableSteps: ListOrNone(Name('Status name.'), 'Statuses an order may move to from here.'),
    workflowSteps: ListOrNone(WorkflowStep, 'Steps that run when the status is entered.'),
    properties: ListOrNone(StepProperty, 'Free properties.'),
  },
  'A status of an order type (workflow.md#order-type-fields).',
)
export type OrderStatus = Static<typeof OrderStatus>

export const OrderType = ConfigObject(
  {
    name: Name('The type as orders carry it.'),
    orderStatuses: Type.Array(OrderStatus, { minItems: 1, description: 'The statuses of the type.' }),
    enableEdit: FlagWithDefault(true, 'User interfaces may edit such orders.'),
    enableCreateFromCart: FlagWithDefault(true, 'A cart may become such an order.'),
    disableWorkflow: FlagWithDefault(false, 'Steps never run.'),
    defaultOrderType: FlagWithDefault(false, 'The type of carts that name none. Exactly one type has it.'),
    defaultExternalIdProvider: OrNull(Words('Provider of external ids that name none.')),
    orderNumberType: Name('The number sequence of order numbers.'),
    deriveOrderStatusFromShipments: FlagWithDefault(true, 'The order follows its shipments when they agree.'),
  },
  'An order type with its statuses and workflow (workflow.md#order-type-fields).',
)
export type OrderType = Static<typeof OrderType>

export const orderTypesFile = defineConfigFile({
  file: 'order-types.json',
  summary: 'Order types, their statuses, allowed moves and workflow steps.',
  schema: ConfigFile({ orderTypes: Type.Array(OrderType, { minItems: 1 }) }, 'The order types.'),
  read: (content) => content.orderTypes,
})
