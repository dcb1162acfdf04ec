/** What is recorded (audit.md#acts). Never renamed: records are kept for years. */
export const auditActs = [
  'SignIn',
  'SignInFailed',
  'LockOut',
  'SignOut',
  'TokenIssued',
  'TokenRefused',
  'TokenRevoked',
  'Forbidden',
  'BulkRead',
  'Export',
  'Print',
  'Refund',
  'RefundRequest',
  'RefundDecision',
  'Hold',
  'HoldRelease',
  'PriceOverride',
  'Deletion',
  'Restoration',
  'Purge',
  'BulkChange',
  'ConfigurationChange',
  'UserChange',
  'Replay',
  'AuditRead',
  'AuditRemoval',
] as const
export type AuditAct = (typeof auditActs)[number]

export const auditOutcomes = ['Succeeded', 'Refused', 'Failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

export const actorKinds = ['Person', 'Client', 'Operator', 'System'] as const
export type ActorKind = (typeof actorKinds)[number]
