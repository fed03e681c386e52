import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { PanelData } from '@cloud-factory/domain/wall/wall-frame'
import type { FunctionComponent } from 'react'
import type { OptionValue } from '@cloud-factory/contract/displays/screen-options'
import type { ShownScreen } from '@cloud-factory/contract/displays/screens'

/** Props of a panel's body. Sizes in logical pixels. */
export interface PanelProps<K extends PanelKind> {
  readonly data: PanelData[K]
  readonly width: number
  readonly height: number
  /** Font scale relative to the smallest panel. */
  readonly zoom: number
  readonly options: Readonly<Record<string, OptionValue>>
  readonly thresholds: Layout['thresholds']
}
export type PanelBody<K extends PanelKind> = FunctionComponent<PanelProps<K>>

/** A screen and the layout it shows. */
export type Shown = ShownScreen
export type Layout = NonNullable<Shown['layout']>
export type Panel = Layout['pages'][number]['panels'][number]
