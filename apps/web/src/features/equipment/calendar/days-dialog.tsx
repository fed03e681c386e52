import { type DayKind, dayKinds } from '@cloud-factory/contract/machine-words'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { DaysPicker } from '../../../shared/list/days-picker.tsx'
import { type Month, useCalendarChanged } from './calendar.queries.ts'

interface Props {
  readonly month: Month
  readonly workshopId: string | null
  readonly days: readonly [from: string, to: string]
  readonly onClose: () => void
}

/** Marks days on which nobody works, or on which all shifts do; or lets them follow the week again. */
export function DaysDialog({ month, workshopId, days, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const changed = useCalendarChanged()
  const [[from, to], setSpan] = useState(days)
  const before = month.days.find(({ day }) => day === days[0])
  const own = before?.exception?.isOwn === true ? before.exception : null
  const usual: DayKind = (before?.plannedMinutes ?? 0) > 0 ? 'off' : 'work'
  const [kind, setKind] = useState<DayKind | 'usual'>(own?.kind ?? usual)
  const [name, setName] = useState(own === null || own.name === own.kind ? '' : own.name)
  return (
    <ActionDialog
      title={t('markDays')}
      deed={t('save')}
      act={() =>
        api('PUT /api/work-calendar/days', {
          body: { workshopId, from, to, kind: kind === 'usual' ? null : kind, name: name.trim() },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <div className="days-form">
        <DaysPicker
          days={[from, to]}
          labels={[t('from'), t('to')]}
          turned={null}
          onChange={([first, last]) => setSpan([first ?? from, last ?? first ?? to])}
        />
        <Radio.Group
          aria-label={t('kindLabel')}
          value={kind}
          options={[...dayKinds, 'usual' as const].map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={({ target }) => setKind(target.value as DayKind | 'usual')}
        />
        {kind !== 'usual' && (
          <label>
            {t('name')}
            <Input maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
          </label>
        )}
        <p className="page-note">{t('effect')}</p>
      </div>
    </ActionDialog>
  )
}
