import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'

export interface TotalLine {
  readonly figure: 'pieces' | 'netKg' | 'grossKg'
  /** Value of the file's 合计 row; null if it has none. */
  readonly stated: number | null
  readonly computed: number
  /** Stated less computed, to the gram; null without a stated figure. */
  readonly difference: number | null
  /** `rounding`: within what the rounding of the file's rows explains. */
  readonly verdict: 'none' | 'equal' | 'rounding' | 'differs'
}

const figures = ['pieces', 'netKg', 'grossKg'] as const

/** The file's own sums against those of its rows. */
export function totalLines({
  stated,
  computed,
}: Pick<ImportView, 'stated' | 'computed'>): readonly TotalLine[] {
  // As the reading judges: half of the second decimal for each piece, twice for each row.
  const rounding = 0.01 + 0.005 * (computed.pieces + 2 * computed.marks)
  return figures.map((figure) => {
    const said = stated?.[figure] ?? null
    const found = computed[figure]
    if (said === null) return { figure, stated: null, computed: found, difference: null, verdict: 'none' }
    const difference = Math.round((said - found) * 1000) / 1000
    return {
      figure,
      stated: said,
      computed: found,
      difference,
      verdict: verdictOf(difference, figure, rounding),
    }
  })
}

function verdictOf(difference: number, figure: TotalLine['figure'], rounding: number): TotalLine['verdict'] {
  if (difference === 0) return 'equal'
  return figure !== 'pieces' && Math.abs(difference) <= rounding + 1e-6 ? 'rounding' : 'differs'
}
