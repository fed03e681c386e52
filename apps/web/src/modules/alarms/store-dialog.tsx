import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { alarmTitle } from './alarm-labels.tsx'
import { useAlarmsChanged } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

const spans = [15, 30, 60, 120, 240, 480] as const

/** Shelves an alarm for a limited time with a reason, or unshelves it. */
export function ShelfDialog({ alarm, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const changed = useAlarmsChanged()
  const [minutes, setMinutes] = useState<number>(60)
  const { id, version, shelvedUntil } = alarm
  const isBack = shelvedUntil !== null
  const name = `${alarm.machine.code} · ${alarmTitle(alarm, nameOf)}`
  return (
    <ActionDialog
      title={t(isBack ? 'shelf.back' : 'shelf.title')}
      action={t(isBack ? 'action.unshelve' : 'action.shelve')}
      reason={isBack ? undefined : 'required'}
      maxWords={300}
      act={(reason = '') =>
        (isBack
          ? api('POST /api/alarms/:id/unshelve', { params: { id }, body: { version } })
          : api('POST /api/alarms/:id/shelve', { params: { id }, body: { version, minutes, reason } })
        ).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p>{name}</p>
      {!isBack && (
        <label className="shelf-span">
          {t('shelf.span')}
          <Select
            aria-label={t('shelf.span')}
            value={minutes}
            options={spans.map((value) => ({
              value,
              label: value < 60 ? t('minutes', { count: value }) : t('hours', { count: value / 60 }),
            }))}
            onChange={setMinutes}
          />
        </label>
      )}
    </ActionDialog>
  )
}
