import type { PanelKind } from '@cloud-factory/contract/screen-words'
import type { Item, PanelData } from '@cloud-factory/contract/wall-frame'
import { alarmBoardItem } from './alarms.item.ts'
import { stateCounts } from './state-counts.item.ts'
import { tonnesToday } from './tonnes-today.item.ts'
import type { View } from './view.types.ts'
import { workshopMap } from './workshop-map.item.ts'

type Makers = { readonly [K in PanelKind]?: (view: View) => Promise<Item<PanelData[K]>> }

/** How each panel's data are worked out. */
export const panelItems: Makers = {
  tonnes_today: tonnesToday,
  workshop_map: workshopMap,
  state_counts: stateCounts,
  alarms: alarmBoardItem,
}
