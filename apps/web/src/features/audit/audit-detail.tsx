import type { AuditRow } from '@cloud-factory/contract/audit'
import { Button, Descriptions, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { actionName, subjectText } from './audit.columns.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { ChangeTable } from './change-table.tsx'

interface Props {
  readonly row: AuditRow
  readonly onClose: () => void
  /** Shows all entries about the same thing. */
  readonly onSameSubject: (row: AuditRow) => void
}

/** One entry of the log: the circumstances, and field by field what it changed. */
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
