import type { FourEyesDecision, Permission } from '../identity/permissions.ts'

interface RecordPage {
  /** The right to read the record. */
  readonly see: Permission
  /** The address of its page without the id. */
  readonly path: `/${string}`
}

/** Kinds of records with a conversation. */
export const recordKinds = {
  order: { see: 'order.view', path: '/order/detail' },
  delivery: { see: 'order.view', path: '/order/delivery' },
  ncr: { see: 'quality.view', path: '/quality/ncr' },
  inspection: { see: 'quality.view', path: '/quality/inspection' },
  machine: { see: 'equipment.view', path: '/equipment/detail' },
  repair: { see: 'equipment.view', path: '/equipment/repair' },
} as const satisfies Record<string, RecordPage>
export type RecordKind = keyof typeof recordKinds

export const recordKindNames = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]]

/** Records that are assigned to a person, who holds at least one of the rights to work on them. */
export const assignableRecords = {
  order: ['order.edit', 'order.release'],
  ncr: ['order.report', 'quality.inspect', 'quality.judge'],
  repair: ['equipment.maintain'],
} as const satisfies Partial<Record<RecordKind, readonly [Permission, ...Permission[]]>>
export type AssignableRecord = keyof typeof assignableRecords

export const assignableRecordNames = Object.keys(assignableRecords) as [
  AssignableRecord,
  ...AssignableRecord[],
]

/** Kinds of records that messages are about. One without a page of its own is searched for in its list. */
export const messageRecords = {
  ...recordKinds,
  coat: { see: 'quality.view', path: '/quality/coating' },
  certificate: { see: 'quality.view', path: '/quality/mill-certificate' },
  import: { see: 'order.view', path: '/order/import' },
  instrument: { see: 'quality.view', path: '/quality/instruments', search: '?q=' },
  welder: { see: 'quality.view', path: '/quality/welds', search: '?part=certificates&q=' },
  subcontract: { see: 'purchase.view', path: '/warehouse/subcontract' },
} as const satisfies Record<string, RecordPage & { readonly search?: string }>
export type MessageRecord = keyof typeof messageRecords

export const messageRecordNames = Object.keys(messageRecords) as [MessageRecord, ...MessageRecord[]]

/**
 * Why somebody gets a message: a comment, new versions of documents, a record that is theirs from now on, a decision of a
 * second person, a day, work that has ended, work that may begin, or what a customer answered or signed.
 */
export const messageReasons = [
  'mentioned',
  'followed',
  'assigned',
  'approval_wanted',
  'approved',
  'refused',
  'decided',
  'due',
  'overdue',
  'import_read',
  'import_failed',
  'revised',
  'released',
  'customer_accepted',
  'customer_declined',
  'customer_signed',
] as const
export type MessageReason = (typeof messageReasons)[number]
/** Reasons of messages about comments. */
export type CommentReason = Extract<MessageReason, 'mentioned' | 'followed'>

/** Kinds of messages that a person switches on and off together. */
export const messageGroups = [
  'mentions',
  'assigned',
  'followed',
  'released',
  'decisions',
  'due',
  'imports',
] as const
export type MessageGroup = (typeof messageGroups)[number]
export const groupOfReason: Readonly<Record<MessageReason, MessageGroup>> = {
  mentioned: 'mentions',
  followed: 'followed',
  revised: 'followed',
  released: 'released',
  assigned: 'assigned',
  approval_wanted: 'decisions',
  approved: 'decisions',
  refused: 'decisions',
  decided: 'decisions',
  customer_accepted: 'decisions',
  customer_declined: 'decisions',
  customer_signed: 'decisions',
  due: 'due',
  overdue: 'due',
  import_read: 'imports',
  import_failed: 'imports',
}

/** Ways to get messages outside of the app. */
export const messageChannels = ['email', 'wecom'] as const
export type MessageChannelName = (typeof messageChannels)[number]

/** All ways by which messages leave: to people, and by a robot to a group of WeCom. */
export const deliveryChannels = [...messageChannels, 'robot'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/**
 * What a group is notified of: critical alarms that nobody acknowledges, reported faults, dispositions of NCRs that wait for
 * approval.
 */
export const groupKinds = ['alarms', 'repairs', 'ncrs'] as const
export type GroupKind = (typeof groupKinds)[number]

/** Why a message could not be sent. */
export const deliveryReasons = [
  'unreachable',
  'insecure',
  'sign_in',
  'rate_limited',
  'rejected',
  'refused',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** Keys of the texts that name the kinds of records. */
export const recordLabelKeys = {
  order: 'common:field.order',
  delivery: 'shell:route.deliveryDetail',
  ncr: 'shell:route.ncrDetail',
  inspection: 'shell:route.inspectionDetail',
  machine: 'common:field.machine',
  repair: 'shell:route.repairDetail',
  coat: 'shell:route.coatRecord',
  certificate: 'shell:route.millCertificate',
  import: 'shell:route.orderImport',
  instrument: 'common:kind.instrument',
  welder: 'inbox:welder',
  subcontract: 'shell:route.subcontract',
} as const satisfies Record<MessageRecord, string>

/** Parameter of a record page's address that opens its conversation. */
export const conversationParam = 'conversation'

/** Address that a message leads to: the record, with its conversation open or its documents if it is about those. */
export function messagePath({
  reason,
  record: { kind, id, no },
}: {
  readonly reason: MessageReason
  readonly record: { readonly kind: MessageRecord; readonly id: string; readonly no: string }
}): string {
  const path = recordPath(kind, id, no)
  if (reason === 'revised') return `${path}?part=documents`
  return reason === 'mentioned' || reason === 'followed' ? `${path}?${conversationParam}=open` : path
}

/** Address of the page of a record. */
export function recordPath(kind: MessageRecord, id: string, no: string): string {
  const page: RecordPage & { readonly search?: string } = messageRecords[kind]
  return page.search === undefined
    ? `${page.path}/${id}`
    : `${page.path}${page.search}${encodeURIComponent(no)}`
}

interface MessageDecision {
  readonly record: MessageRecord
  /** Recipients of the request: everybody with one of these rights who did not do the work. */
  readonly to: readonly [Permission, ...Permission[]]
  /** The audited action whose person gets the answer. */
  readonly requestedBy: string
}
/** Decisions of a second person that messages are about. */
export const messageDecisions = {
  ncr_approve: { record: 'ncr', to: ['quality.judge'], requestedBy: 'ncrs.dispose' },
  ncr_verify: { record: 'ncr', to: ['quality.judge'], requestedBy: 'ncrs.finish' },
  inspection_judge: { record: 'inspection', to: ['quality.judge'], requestedBy: 'inspections.submit' },
  coat_judge: { record: 'coat', to: ['quality.judge'], requestedBy: 'coats.measure' },
  certificate_accept: {
    record: 'certificate',
    to: ['quality.judge'],
    requestedBy: 'mill_certificates.create',
  },
  repair_verify: { record: 'repair', to: ['equipment.maintain', 'alarm.ack'], requestedBy: 'repairs.finish' },
} as const satisfies Partial<Record<FourEyesDecision, MessageDecision>>
export type MessageDecisionName = keyof typeof messageDecisions

/** Something that falls due soon, or is overdue. */
export interface DueTerm {
  /** Id of the record that the message is about. */
  readonly id: number
  /** What falls due and which time of it: it is announced once before and once after that day. */
  readonly term: string
  readonly dueOn: string
  readonly isOverdue: boolean
}

/** Who is notified of what falls due, by kind of record. */
export const dueRecords = {
  machine: { to: 'equipment.maintain' },
  instrument: { to: 'quality.standards' },
  welder: { to: 'quality.judge' },
  order: { to: 'order.edit' },
  subcontract: { to: 'purchase.edit' },
} as const satisfies Partial<Record<MessageRecord, { readonly to: Permission }>>
export type DueRecord = keyof typeof dueRecords

/** Key of the text that says what happened, with its parameters `name`, `day` and `count`. */
export const messageHeadKey = (reason: MessageReason, kind: MessageRecord) =>
  reason === 'due' || reason === 'overdue'
    ? (`${reason}.${kind as DueRecord}` as const)
    : (`reason.${reason}` as const)

/** Maximum number of files of a comment. */
export const maxCommentFiles = 10

/** More unread messages are not counted. */
export const maxUnread = 100
