/**
 * What mutants are made of, by the name of its field. `scoreMin`: how many of a hundred changes are
 * to be noticed, as was measured; null where the whole field was not measured yet, which is then
 * only reported.
 */
export const fields = {
  money: { sources: 'packages/money/src', needs: ['packages/money'], scoreMin: 85 },
  'order-rules': {
    sources: 'services/orders-workflow/src/order/rules',
    needs: ['services/orders-workflow', 'config'],
    scoreMin: null,
  },
  accounting: {
    sources: 'services/accounting-read/src/modules/{postings,payments,z-reports,calendar}/domain',
    needs: ['services/accounting-read', 'config'],
    scoreMin: 85,
  },
} as const
