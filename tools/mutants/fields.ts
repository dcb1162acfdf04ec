type Field = {
  sources: string
  needs: readonly string[]
  /**
   * How many of a hundred changes are to be noticed, as was measured; null where the whole field
   * was not, which is then only reported.
   */
  scoreMin: number | null
  /** The same of parts that were measured alone. */
  scoreMins?: Readonly<Record<string, number>>
}

/** What mutants are made of, by the name of its field. */
export const fields: Readonly<Record<string, Field>> = {
  money: { sources: 'packages/money/src', needs: ['packages/money'], scoreMin: 85 },
  'order-rules': {
    sources: 'services/orders-workflow/src/order/rules',
    needs: ['services/orders-workflow', 'config'],
    scoreMin: null,
    scoreMins: { 'input/': 85 },
  },
  accounting: {
    sources: 'services/accounting-read/src/modules/{postings,payments,z-reports,calendar}/domain',
    needs: ['services/accounting-read', 'config'],
    scoreMin: 85,
  },
}
