import type { Permission } from '../identity/permissions.ts'

/**
 * Lists with saved views, by the name of their column settings. `see` is required to see shared views, `share` to
 * share a view or change a shared one.
 */
export const viewLists = {
  orders: { see: 'order.view', share: 'order.edit' },
  machines: { see: 'equipment.view', share: 'equipment.edit' },
  projects: { see: 'order.view', share: 'order.edit' },
} as const satisfies Record<string, { readonly see: Permission; readonly share: Permission }>
export type ViewList = keyof typeof viewLists
