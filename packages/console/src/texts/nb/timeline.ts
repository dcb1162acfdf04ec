import type { timelineEn } from '../en/timeline.ts'

/** What happened to an order, by the kind of entry, in Norwegian. */
export const timelineNb: typeof timelineEn = {
  version: '{operation}',
  versionChanged: '{operation}: {fields}',
  statusBegan: 'Ordren ble opprettet',
  statusChanged: 'Status endret fra {previousStatus} til {status}',
  payment: '{transactionType} på {amount} med {paymentMethodName}',
  paymentOpen: '{transactionType} på {amount} med {paymentMethodName}: {status}',
  commentPublic: 'Notat som kunden kan se',
  commentInternal: 'Internt notat',
  workflowRun: 'Steg for {status}: {state}',
  workflowRunShipment: 'Forsendelse {shipmentId}, {status}: {state}',
  workflowStep: '{actionType}: {actionStatus}',
  workflowStepOpen: '{actionType}: pågår',
  email: 'E-post{subject}: {messageState}',
  sms: 'SMS: {messageState}',
  emailAgain: 'E-post{subject} på nytt: {messageState}',
  smsAgain: 'SMS på nytt: {messageState}',
  webhook: 'Hendelsen {eventType} til {subscriptionId}: {state}',
  holdPlaced: 'Satt på vent: {reasonCode}',
  holdReleased: 'Frigitt fra {reasonCode}: {releaseCause}',
}
