type GuidePage = {
  name: string
  file: string
  /** Whether it goes through calls of the interface, which are shown in several languages. */
  hasCalls: boolean
}

/**
 * The guides of `/docs/guides` in the order of reading, by the name in their address: those for
 * developers, then those that the help of the console leads to.
 */
export const guidePages: readonly GuidePage[] = [
  { name: 'first-order', file: 'docs/tutorial/first-order.md', hasCalls: true },
  ...[
    'pay-and-capture',
    'ship-in-parts',
    'return-and-refund',
    'close-a-day',
    'listen-to-events',
    'move-from-the-closed-system',
  ].map((name) => ({ name, file: `docs/how-to/${name}.md`, hasCalls: true })),
  { name: 'the-console', file: 'docs/tutorial/the-console.md', hasCalls: false },
  ...[
    'explain-why-an-order-waits',
    'read-the-audit-log',
    'work-on-many-orders',
    'work-with-queues',
    'work-with-products',
    'print-pick-lists',
    'replay-dead-letters',
    'receive-webhooks',
    'import-from-another-system',
    'check-a-configuration-before-use',
    'run-reports',
  ].map((name) => ({ name, file: `docs/how-to/${name}.md`, hasCalls: false })),
]
