/** What mutants are made of, by the name of its field. */
export const fields = {
  money: { sources: 'packages/money/src', needs: ['packages/money'] },
  'order-rules': { sources: 'services/orders-workflow/src/order/rules', needs: ['services/orders-workflow', 'config'] },
  accounting: {
    sources: 'services/accounting-read/src/modules/{postings,payments,z-reports,calendar}/domain',
    needs: ['services/accounting-read', 'config'],
  },
} as const
