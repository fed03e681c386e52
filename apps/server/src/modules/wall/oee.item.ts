import type { Item, Trust } from '@cloud-factory/contract/wall-frame'
import type { OeeData } from '@cloud-factory/contract/wall-panels'
import { item } from './trust.rules.ts'
import { rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

/** Below that share of known time a figure is told with its warning, as in the report of figures. */
const wellCovered = 0.9

function trustIn(coverage: number | null): Trust {
  if (coverage === null || coverage === 0) return 'none'
  return coverage < wellCovered ? 'partial' : 'good'
}

/** OEE of the working day so far and of the days before. */
export async function oee({ facts, scope, now }: View): Promise<Item<OeeData>> {
  const { total, days, lines } = await facts.figures(scope, await facts.day())
  const share = (value: number | null) => rounded(value, 4)
  return item(now, trustIn(total.coverage), {
    oee: share(total.oee),
    availability: share(total.availability),
    performance: share(total.performance),
    quality: share(total.quality),
    coverage: share(total.coverage),
    target: scope.thresholds.oeeTarget,
    days: days.map(({ day, oee: of }) => ({ day, oee: share(of) })),
    lines: lines.map(({ line, oee: of, coverage }) => ({ line, oee: share(of), coverage: share(coverage) })),
  })
}
