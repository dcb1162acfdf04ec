/** What happened to an order, by the kind of entry, in English. */
export const timelineEn = {
  version: '{operation}.',
  versionChanged: '{operation}. Changed: {fields}.',
  statusBegan: 'The order began as {status}.',
  statusChanged: 'The order went from {previousStatus} to {status}.',
  payment: '{transactionType} of {amount} by {paymentMethodName}: {status}.',
  commentPublic: 'A comment that the customer may see.',
  commentInternal: 'An internal comment.',
  workflowRun: 'The workflow of {status}: {state}.',
  workflowStep: 'Step {actionType}: {actionStatus}.',
  workflowStepOpen: 'Step {actionType}: under way.',
  email: 'An e-mail: {state}.',
  sms: 'An SMS: {state}.',
  webhook: 'Event {eventType} for {subscriptionId}: {state}.',
  holdPlaced: 'The order was held: {reasonCode}.',
  holdReleased: 'Hold {reasonCode} was released: {releaseCause}.',
}
