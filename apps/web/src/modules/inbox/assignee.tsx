import { type AssignableRecord, assignableRecords } from '@cloud-factory/domain/inbox/record-kinds'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { EditableCell } from '../../shared/list/editable-cell.tsx'
import { ListViews } from '../../shared/list/list-views.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useSession } from '../../shared/session.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import type { Point } from '../../shared/ui/popup-menu.tsx'
import { AssigneeEditor, type AssignedRecord, type AssigneeEdit } from './assignee-select.tsx'

interface ColumnProps<Row> {
  readonly t: TFunction
  readonly allowed: (row: Row) => true | string
  readonly onEdit: (edit: AssigneeEdit & { readonly record: Row }) => void
}

/** The person in a list: changed in the row, and what the list is grouped by. */
export const assigneeColumn = <Row extends AssignedRecord>({
  t,
  allowed,
  onEdit,
}: ColumnProps<Row>): Column<Row> => ({
  key: 'assignee',
  title: t('common:field.assignee'),
  width: { zh: 100, other: 135 },
  sort: 'assignee',
  group: ({ assignee }) => assignee?.name ?? '',
  render: (record) => (
    <EditableCell
      label={`${t('common:field.assignee')}: ${record.no}`}
      allowed={allowed(record)}
      onEdit={(at) => onEdit({ record, at })}
    >
      {record.assignee?.name ?? absent}
    </EditableCell>
  ),
})

interface OverlayProps {
  readonly kind: AssignableRecord
  readonly edit: AssigneeEdit | null
  readonly onClose: () => void
}

/** Chooses the person while there is something to edit. */
export const AssigneeOverlay = ({ kind, edit, onClose }: OverlayProps) => (
  <Overlay onClose={onClose}>
    {edit !== null && <AssigneeEditor kind={kind} {...edit} onClose={onClose} />}
  </Overlay>
)

interface FieldProps {
  readonly kind: AssignableRecord
  readonly record: AssignedRecord
  readonly allowed: true | string
}

/** The person in the head of a record; whoever may changes it there. */
export function AssigneeField({ kind, record, allowed }: FieldProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState<Point | null>(null)
  const close = () => setAt(null)
  const name = record.assignee?.name ?? t('common:assignee.none')
  return (
    <span>
      {record.assignee !== null && `${t('common:field.assignee')} `}
      {allowed === true ? (
        <button
          type="button"
          className="link-button"
          aria-label={`${t('common:field.assignee')}: ${name}`}
          aria-haspopup="listbox"
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect()
            setAt({ x: left, y: bottom })
          }}
        >
          {name}
        </button>
      ) : (
        name
      )}
      <AssigneeOverlay kind={kind} edit={at === null ? null : { record, at }} onClose={close} />
    </span>
  )
}

/** Filters for what is assigned to the person and what is assigned to nobody, for whoever can do the work. */
export function useAssigneeFilters(kind: AssignableRecord, status: string) {
  const userId = useSession(({ user }) => user?.id) ?? ''
  const isWorker = useAllowed({ permissionOr: assignableRecords[kind] })
  return { isWorker, mine: { status, assigneeId: userId }, none: { status, assigneeId: 'none' } } as const
}

interface AssigneeFilters {
  readonly status: string
  readonly assigneeId: string
}

interface ViewsProps {
  readonly kind: AssignableRecord
  readonly list: List
  /** Statuses of records that somebody still works on. */
  readonly status: string
  /** The number of records with these filters; undefined while it is loading. */
  readonly useTotal: (filters: AssigneeFilters, enabled: boolean) => number | undefined
}

/** Both as views of a list, each with its number of records. */
export function AssigneeViews({ kind, list, status, useTotal }: ViewsProps) {
  const { t } = useTranslation()
  const { isWorker, mine, none } = useAssigneeFilters(kind, status)
  const views = [
    { word: t('common:assignee.mine'), filters: mine, total: useTotal(mine, isWorker) },
    { word: t('common:assignee.none'), filters: none, total: useTotal(none, isWorker) },
  ]
  return isWorker && <ListViews list={list} views={views} />
}
