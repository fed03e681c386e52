import { type ReactNode, useState } from 'react'
import type { ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { Button, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { shifted, withPage, clockOf, minuteOf } from './editor.rules.ts'
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

interface PageStripProps {
  readonly layout: ScreenLayout
  readonly shown: number
  /** Places of pages with problems. */
  readonly wrong: ReadonlySet<number>
  /** Pages are shown and never changed. */
  readonly locked: boolean
  readonly onShow: (place: number) => void
  readonly onChange: (layout: ScreenLayout) => void
}

const maxPages = 20

/** The pages in display order; they can be added, copied, moved and removed. */
export function PageStrip({ layout, shown, wrong, locked, onShow, onChange }: PageStripProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  return (
    <div className="page-strip">
      <div role="group" aria-label={t('pages')} className="page-strip-pages">
        {layout.pages.map((each, place) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a page is what stands at this place
            key={place}
            type="button"
            className={wrong.has(place) ? 'is-wrong' : ''}
            aria-pressed={place === shown}
            onClick={() => onShow(place)}
          >
            {place + 1} · {names(each.names)}
            <small>{t('seconds', { seconds: each.dwellS })}</small>
          </button>
        ))}
      </div>
      {!locked && <PageButtons layout={layout} shown={shown} onShow={onShow} onChange={onChange} />}
    </div>
  )
}

function PageButtons({ layout, shown, onShow, onChange }: Omit<PageStripProps, 'wrong' | 'locked'>) {
  const { t } = useTranslation('displays')
  const { pages } = layout
  const page = pages[shown]
  const isFull = pages.length >= maxPages
  const insert = (added: ScreenPage) => {
    const at = Math.min(shown + 1, pages.length)
    onChange({ ...layout, pages: pages.toSpliced(at, 0, added) })
    onShow(at)
  }
  const move = (by: -1 | 1) => {
    onChange({ ...layout, pages: shifted(pages, shown, by) })
    onShow(shown + by)
  }
  return (
    <div className="page-strip-deeds">
      <Button size="small" disabled={isFull} onClick={() => insert(emptyPage())}>
        {t('pageAdd')}
      </Button>
      <Button
        size="small"
        disabled={isFull || page === undefined}
        onClick={() => page !== undefined && insert(page)}
      >
        {t('pageCopy')}
      </Button>
      <Button size="small" disabled={shown <= 0} onClick={() => move(-1)}>
        {t('pageEarlier')}
      </Button>
      <Button size="small" disabled={shown >= pages.length - 1} onClick={() => move(1)}>
        {t('pageLater')}
      </Button>
      <Button
        size="small"
        danger
        disabled={page === undefined}
        onClick={() => {
          onChange(withPage(layout, shown, null))
          onShow(Math.max(0, shown - 1))
        }}
      >
        {t('pageRemove')}
      </Button>
    </div>
  )
}

const emptyPage = (): ScreenPage => ({
  names: { zh: '新页面', en: 'New page', es: 'Página nueva' },
  dwellS: 30,
  schedule: null,
  panels: [],
})

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
