import { type ReactNode, useState } from 'react'
import type { ScreenPage } from '@cloud-factory/contract/displays/screens'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { clockOf, minuteOf } from './editor.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { languageNames, languageWords } from '../../shared/settings.ts'
import { shifts as shiftResource } from '@cloud-factory/domain/planning/planning-resources'
import { resourceQuery } from '../../shared/resource/resource-api.ts'

/** A control under its name; the name belongs to the control for a reader of screens too. */
export function Labelled({
  label,
  note,
  children,
}: {
  readonly label: string
  readonly note?: string
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what is given
    <label className="screen-field">
      <span>{label}</span>
      {children}
      {note !== undefined && <small>{note}</small>}
    </label>
  )
}

interface PageFieldsProps {
  readonly page: ScreenPage
  readonly onChange: (page: ScreenPage) => void
}

/** Name of a page, its display time, and its schedule. */
export function PageFields({ page, onChange }: PageFieldsProps) {
  const { t } = useTranslation('displays')
  const { schedule } = page
  return (
    <div className="screen-fields">
      {languageWords.map((language) => (
        <Labelled key={language} label={`${t('field.page')} · ${languageNames[language]}`}>
          <Input
            maxLength={60}
            value={page.names[language]}
            status={page.names[language].trim() === '' ? 'error' : ''}
            onChange={({ target }) =>
              onChange({ ...page, names: { ...page.names, [language]: target.value } })
            }
          />
        </Labelled>
      ))}
      <Labelled label={t('field.dwell')} note={t('dwellHint')}>
        <InputNumber
          min={0}
          max={100_000}
          precision={0}
          value={page.dwellS}
          onChange={(dwellS) => dwellS !== null && onChange({ ...page, dwellS })}
        />
      </Labelled>
      <Labelled label={t('field.schedule')} note={t('scheduleHint')}>
        <Switch
          checked={schedule !== null}
          onChange={(on) =>
            onChange({ ...page, schedule: on ? { shiftIds: [], fromMinute: 480, toMinute: 1200 } : null })
          }
        />
      </Labelled>
      {schedule !== null && (
        <ScheduleFields schedule={schedule} onChange={(next) => onChange({ ...page, schedule: next })} />
      )}
    </div>
  )
}

type Schedule = NonNullable<ScreenPage['schedule']>

interface ScheduleProps {
  readonly schedule: Schedule
  readonly onChange: (schedule: Schedule) => void
}

function ScheduleFields({ schedule, onChange }: ScheduleProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const { data: shifts } = useQuery(resourceQuery(shiftResource))
  return (
    <>
      <div className="cell-fields">
        <Labelled label={t('field.from')}>
          <MinuteInput
            minute={schedule.fromMinute}
            onChange={(fromMinute) => onChange({ ...schedule, fromMinute })}
          />
        </Labelled>
        <Labelled label={t('field.to')}>
          <MinuteInput
            minute={schedule.toMinute}
            onChange={(toMinute) => onChange({ ...schedule, toMinute })}
          />
        </Labelled>
      </div>
      <Labelled label={t('field.shifts')}>
        <Select<string[]>
          mode="multiple"
          placeholder={t('anyShift')}
          value={schedule.shiftIds}
          options={shifts?.items.map((shift) => ({ value: shift.id, label: names(shift.names) })) ?? []}
          onChange={(shiftIds) => onChange({ ...schedule, shiftIds })}
        />
      </Labelled>
    </>
  )
}

/** A time of day; incomplete input is kept separately until it is valid. */
export function MinuteInput({
  minute,
  onChange,
}: {
  readonly minute: number
  readonly onChange: (minute: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      inputMode="numeric"
      placeholder="08:00"
      maxLength={5}
      value={typed ?? clockOf(minute)}
      status={typed !== null && minuteOf(typed) === null ? 'error' : ''}
      onChange={({ target }) => {
        setTyped(target.value)
        const value = minuteOf(target.value)
        if (value !== null) onChange(value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
