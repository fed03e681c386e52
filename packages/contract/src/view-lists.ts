import type { Permission } from './permissions.ts'

/**
 * Lists whose views can be saved, by the name of their column settings. `see` is asked of whoever looks at the shared ones,
 * `share` of whoever shares one or changes one that is shared.
 */
export const viewLists = {
  orders: { see: 'order.view', share: 'order.edit' },
  machines: { see: 'equipment.view', share: 'equipment.edit' },
  projects: { see: 'order.view', share: 'order.edit' },
} as const satisfies Record<string, { readonly see: Permission; readonly share: Permission }>
export type ViewList = keyof typeof viewLists
