import type { AuditRow } from '@cloud-factory/contract/audit/audit'
import type { TFunction } from 'i18next'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { changesOf } from './changes.rules.ts'

export const auditColumns = (
  t: TFunction<'audit'>,
  instant: (at: string) => string,
): readonly Column<AuditRow>[] => [
  { key: 'at', title: t('row.at'), width: 178, sort: 'at', pinned: true, render: ({ at }) => instant(at) },
  {
    key: 'actor',
    title: t('row.actor'),
    width: 105,
    render: ({ actorName }) => actorName || t('row.nobody'),
  },
  { key: 'action', title: t('row.action'), width: 145, render: ({ action }) => actionName(t, action) },
  {
    key: 'subject',
    title: t('row.subject'),
    width: 215,
    render: (row) => subjectText(t, row),
  },
  {
    key: 'changes',
    title: t('row.changes'),
    width: 190,
    render: ({ before, after }) => {
      const fields = changesOf(before, after).flatMap(({ field, differs }) =>
        differs ? [fieldName(t, field)] : [],
      )
      return fields.length === 0 ? absent : fields.join(t('join'))
    },
  },
  {
    key: 'address',
    title: t('row.address'),
    width: 140,
    render: ({ address }) => address || absent,
  },
  {
    key: 'requestId',
    title: t('row.requestId'),
    width: 300,
    extra: true,
    render: ({ requestId }) => requestId,
  },
]

/** An unknown action of a later server version is shown by its code. */
export const actionName = (t: TFunction<'audit'>, action: string): string =>
  t(`action.${action}`, { defaultValue: action })

/** Maps a database column to the dictionary key of its field: `truck_plate` to `truckPlate`. */
export const fieldName = (t: TFunction<'audit'>, field: string): string =>
  t(`field.${field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`, {
    defaultValue: field,
  })

export function subjectText(
  t: TFunction<'audit'>,
  { subjectKind, subjectId, subjectName }: Pick<AuditRow, 'subjectKind' | 'subjectId' | 'subjectName'>,
): string {
  const kind = t(`kind.${subjectKind}`, { defaultValue: subjectKind })
  const name = subjectName ?? subjectId
  return name === null ? kind : `${kind} ${name}`
}
