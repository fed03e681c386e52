import { type DayKind, dayKinds } from '@cloud-factory/domain/machines/equipment-enums'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DaysPicker } from '../../shared/list/days-picker.tsx'
import { type Month, useCalendarChanged } from './calendar.queries.ts'

interface Props {
  readonly month: Month
  readonly workshopId: string | null
  readonly days: readonly [from: string, to: string]
  readonly onClose: () => void
}

/** Initial values of the form: the day's own mark, or the opposite of its current state. */
function begun(month: Month, first: string): readonly [DayKind, string] {
  const day = month.days.find((one) => one.day === first)
  const own = day?.exception?.isOwn === true ? day.exception : null
  if (own === null) return [(day?.plannedMinutes ?? 0) > 0 ? 'off' : 'work', '']
  return [own.kind, own.name === own.kind ? '' : own.name]
}

/** Marks days as days off or as working days, or resets them to the weekly pattern. */
export function DaysDialog({ month, workshopId, days, onClose }: Props) {
  const { t } = useTranslation('work-calendar')
  const changed = useCalendarChanged()
  const [[from, to], setSpan] = useState(days)
  const [[firstKind, firstName]] = useState(() => begun(month, days[0]))
  const [kind, setKind] = useState<DayKind | 'usual'>(firstKind)
  const [name, setName] = useState(firstName)
  return (
    <ActionDialog
      title={t('markDays')}
      action={t('common:form.save')}
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
          labels={[t('common:field.from'), t('common:field.to')]}
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
