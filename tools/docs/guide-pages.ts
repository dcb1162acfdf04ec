/** The guides of `/docs/guides` in the order of reading, by the name in their address. */
export const guidePages: readonly { name: string; file: string }[] = [
  { name: 'first-order', file: 'docs/tutorial/first-order.md' },
  ...[
    'pay-and-capture',
    'ship-in-parts',
    'return-and-refund',
    'close-a-day',
    'listen-to-events',
    'move-from-the-closed-system',
  ].map((name) => ({ name, file: `docs/how-to/${name}.md` })),
]
