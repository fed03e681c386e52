import type { PanelKind } from '@cloud-factory/contract/screen-enums'
import type { WallExplanation } from '@cloud-factory/contract/wall'
import { inputKeys, unitOfInput } from '@cloud-factory/contract/wall-enums'
import type { Item, PanelData } from '@cloud-factory/contract/wall-frame'
import { panelItems } from '../items.ts'
import type { View } from '../view.types.ts'
import { courseOf } from './courses.ts'
import { explained } from './explained.ts'
import { officePath } from './office-path.ts'

/** Where a panel's main figure comes from. `hasOffice`: who asks can open the list behind it. */
export async function explainPanel<K extends PanelKind>(
  panel: K,
  view: View,
  hasOffice: boolean,
): Promise<WallExplanation> {
  const make: (of: View) => Promise<Item<PanelData[K]>> = panelItems[panel]
  const { at, data } = await make(view)
  const [{ value, unit, inputs }, course, day] = await Promise.all([
    explained(panel, data, view),
    courseOf(panel, data, view),
    view.facts.day(),
  ])
  return {
    panel,
    value,
    unit,
    inputs: inputKeys.flatMap((key) => {
      const input = inputs[key]
      return input === undefined ? [] : [{ key, value: input, unit: unitOfInput[key] }]
    }),
    ...course,
    at,
    now: view.now,
    path: hasOffice && view.scope.source === 'live' ? officePath(panel, day) : null,
  }
}
