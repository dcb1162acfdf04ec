import type { timelineEn } from '../en/timeline.ts'

/** What happened to an order, by the kind of entry, in Norwegian. */
export const timelineNb: typeof timelineEn = {
  version: '{operation}.',
  versionChanged: '{operation}. Endret: {fields}.',
  statusBegan: 'Ordren begynte som {status}.',
  statusChanged: 'Ordren gikk fra {previousStatus} til {status}.',
  payment: '{transactionType} på {amount} med {paymentMethodName}: {status}.',
  commentPublic: 'Et notat som kunden kan se.',
  commentInternal: 'Et internt notat.',
  workflowRun: 'Arbeidsflyten for {status}: {state}.',
  workflowStep: 'Steget {actionType}: {actionStatus}.',
  workflowStepOpen: 'Steget {actionType}: pågår.',
  email: 'En e-post: {state}.',
  sms: 'En SMS: {state}.',
  emailAgain: 'En e-post, sendt på nytt: {state}.',
  smsAgain: 'En SMS, sendt på nytt: {state}.',
  webhook: 'Hendelsen {eventType} til {subscriptionId}: {state}.',
  holdPlaced: 'Ordren ble satt på vent: {reasonCode}.',
  holdReleased: 'Ordren ble frigitt fra {reasonCode}: {releaseCause}.',
}
