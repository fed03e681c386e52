import type { AuditRow } from '@cloud-factory/contract/audit/audit'
import type { TFunction } from 'i18next'
import { absent, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { changesOf, type Change, listChange } from './changes.rules.ts'
import { useTranslation } from 'react-i18next'
import { useCallback } from 'react'

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
const fieldName = (t: TFunction<'audit'>, field: string): string =>
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

interface Props {
  readonly before: unknown
  readonly after: unknown
}

/** Fields with their values before and after; a side without a record is not shown. */
export function ChangeTable({ before, after }: Props) {
  const { t } = useTranslation('audit')
  const changes = changesOf(before, after)
  if (changes.length === 0) return <p className="page-note change-none">{t('change.none')}</p>
  const hasBefore = before !== null && before !== undefined
  const hasAfter = after !== null && after !== undefined
  return (
    <table className="change-table" aria-label={t('row.changes')}>
      <thead>
        <tr>
          <th scope="col">{t('common:file.field')}</th>
          {hasBefore && <th scope="col">{t('change.before')}</th>}
          {hasAfter && <th scope="col">{t(hasBefore ? 'change.after' : 'common:findings.value')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field} className={hasBefore && hasAfter && change.differs ? 'is-changed' : ''}>
            <th scope="row">{fieldName(t, change.field)}</th>
            {hasBefore && (
              <td>
                <Value change={change} side="before" />
              </td>
            )}
            {hasAfter && (
              <td>
                <Value change={change} side="after" />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In lists, removed entries are struck out and added ones underlined. */
function Value({ change, side }: { readonly change: Change; readonly side: 'before' | 'after' }) {
  const valueText = useValueText()
  const { t } = useTranslation('audit')
  const value = change[side]
  const moved = listChange(change.before, change.after)
  if (value === undefined || value === null || value === '') return absent
  if (!Array.isArray(value) || moved === null) return valueText(change.field, value)
  const special = side === 'before' ? moved.removed : moved.added
  if (value.length === 0) return absent
  return (value as string[]).map((word, at) => (
    <span key={word}>
      {at > 0 && t('join')}
      <Word text={valueText(change.field, word)} moved={special.includes(word) ? side : null} />
    </span>
  ))
}

function Word({ text, moved }: { readonly text: string; readonly moved: 'before' | 'after' | null }) {
  if (moved === null) return text
  return moved === 'before' ? <del>{text}</del> : <ins>{text}</ins>
}

/**
 * Formats a field's value: enum values by name, numbers with thousands separators, anything else
 * unchanged.
 */
function useValueText(): (field: string, value: unknown) => string {
  const { t } = useTranslation('audit')
  const { t: word } = useTranslation('permissions')
  return useCallback(
    (field, value) => {
      if (typeof value === 'number') return thousands(value)
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (typeof value !== 'string') return JSON.stringify(value)
      if (field === 'roles') return word(`role.${value}`, { defaultValue: value })
      if (field === 'tags') return word(`tag.${value}`, { defaultValue: value })
      return t(`value.${field}.${value}`, { defaultValue: value })
    },
    [t, word],
  )
}
