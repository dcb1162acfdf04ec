import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'

// All that audit-trail.ts and audited-changes.ts export, without an effect.

export function storeEntries(): void {
  // Nothing is recorded.
}

export async function storeEntriesNow(): Promise<void> {
  // Nothing is recorded.
}

export function databaseTrail(service: string): AuditTrail {
  return { service, record: storeEntriesNow, recordIn: storeEntries }
}

export async function waitingEntries(): Promise<never[]> {
  return []
}

export async function removeWaiting(): Promise<void> {
  // Nothing waits.
}

export function auditedChanges(): never[] {
  return []
}
