import type { Item } from '@cloud-factory/contract/wall-frame'
import type { FirstPass } from '@cloud-factory/contract/wall-panels'
import { item } from './trust.rules.ts'
import { rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

const shareOf = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole, 4))

/** First-pass yield by stage, weld rejects by length, non-conformances that are open. */
export async function firstPass({ facts, scope, now }: View): Promise<Item<FirstPass>> {
  const { steps, testedMm, rejectedMm, ...ncrs } = await facts.quality(scope, await facts.day())
  const inspected = steps.reduce((sum, step) => sum + step.inspected, 0)
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  return item(now, inspected + testedMm === 0 ? 'none' : 'good', {
    yield: shareOf(passed, inspected),
    inspected,
    steps: steps.map((step) => ({
      stage: step.stage,
      yield: shareOf(step.passed, step.inspected),
      inspected: step.inspected,
    })),
    weldReject: shareOf(rejectedMm, testedMm),
    testedMm,
    ...ncrs,
  })
}
