import type { AuditRow } from '@cloud-factory/contract/audit/audit'
import { Button, Descriptions, Drawer } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { actionName, fieldName, subjectText } from './audit.columns.tsx'
import { type Change, changesOf, listChange } from './changes.rules.ts'

interface Props {
  readonly row: AuditRow
  readonly onClose: () => void
  /** Shows all entries about the same thing. */
  readonly onSameSubject: (row: AuditRow) => void
}

/** One entry of the log: its circumstances and the changed fields. */
export function AuditDetail({ row, onClose, onSameSubject }: Props) {
  const { t } = useTranslation('audit')
  const instant = useInstant()
  const facts = [
    ['at', instant(row.at)],
    ['actor', row.actorName || t('row.nobody')],
    ['action', actionName(t, row.action)],
    ['subject', subjectText(t, row)],
    ['address', row.address || absent],
    ['requestId', row.requestId || absent],
    ['number', row.id],
  ] as const
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        title={`${actionName(t, row.action)} · ${subjectText(t, row)}`}
        size={720}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        onClose={onClose}
      >
        <Descriptions
          column={1}
          size="small"
          bordered
          items={facts.map(([name, value]) => ({ key: name, label: t(`row.${name}`), children: value }))}
        />
        {row.subjectId !== null && (
          <Button className="same-subject" onClick={() => onSameSubject(row)}>
            {t('sameSubject')}
          </Button>
        )}
        <ChangeTable before={row.before} after={row.after} />
      </Drawer>
    </>
  )
}

interface ChangeProps {
  readonly before: unknown
  readonly after: unknown
}

/** Fields with their values before and after; a side without a record is not shown. */
function ChangeTable({ before, after }: ChangeProps) {
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
