import type { ShownScreen } from '@cloud-factory/contract/displays/screens'

/** A screen and the layout it shows. */
export type Shown = ShownScreen
export type Layout = NonNullable<Shown['layout']>
export type Panel = Layout['pages'][number]['panels'][number]
