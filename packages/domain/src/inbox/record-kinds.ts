import type { Permission } from '../identity/permissions.ts'

/** Kinds of records with a conversation: the right to read them, and the address of their page without the id. */
export const recordKinds = {
  order: { see: 'order.view', path: '/order/detail' },
  delivery: { see: 'order.view', path: '/order/delivery' },
  ncr: { see: 'quality.view', path: '/quality/ncr' },
  inspection: { see: 'quality.view', path: '/quality/inspection' },
  machine: { see: 'equipment.view', path: '/equipment/detail' },
  repair: { see: 'equipment.view', path: '/equipment/repair' },
} as const satisfies Record<string, { readonly see: Permission; readonly path: `/${string}` }>
export type RecordKind = keyof typeof recordKinds

export const recordKindNames = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]]

/** Why somebody gets a message about a comment. */
export const messageReasons = ['mentioned', 'followed'] as const
export type MessageReason = (typeof messageReasons)[number]

/** More unread messages are not counted. */
export const maxUnread = 100
