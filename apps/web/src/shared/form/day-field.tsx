import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import '../day-labels.ts'
import { formatInstant, useFactoryZone } from '../format/dates.ts'
import { instantShown } from '../format/day-range.ts'
import type { Point } from '../ui/popup-menu.tsx'
import './form.css'

interface InstantFieldProps {
  /** ISO instant; null: none. */
  readonly value?: string | null
  readonly onChange?: (at: string | null) => void
  /** Set by the form item. */
  readonly id?: string
}

/** A day with a time in the factory's time zone, like all displayed times. For a `Form.Item`. */
export function InstantField({ value, onChange, ...field }: InstantFieldProps) {
  const timeZone = useFactoryZone()
  return (
    <DatePicker
      {...field}
      className="day-field"
      // The picker's own “now” would use the time zone of the user's computer.
      showNow={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={
        value === null || value === undefined
          ? null
          : dayjs(formatInstant(value, timeZone, '{y}-{m}-{d}T{h}:{i}:{s}'))
      }
      onChange={(chosen) => onChange?.(chosen === null ? null : factoryInstant(chosen, timeZone))}
    />
  )
}

function factoryInstant(chosen: Dayjs, timeZone: string): string {
  const wall = Date.parse(chosen.format('YYYY-MM-DDTHH:mm:ss[Z]'))
  return new Date(instantShown(wall, timeZone)).toISOString()
}

const pattern = 'YYYY-MM-DD'

interface DayFieldProps {
  /** `YYYY-MM-DD`; null or undefined: none. */
  readonly value?: string | null
  readonly onChange?: (day: string | null) => void
  /** Set by the form item. */
  readonly id?: string
}

/** A day as text without a time zone, as in requests. For a `Form.Item`. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  return (
    <DatePicker
      {...field}
      className="day-field"
      value={dayOf(value)}
      onChange={(chosen) => onChange?.(dayText(chosen))}
    />
  )
}

interface DayPopupProps extends Required<Pick<DayFieldProps, 'value'>> {
  readonly label: string
  /** Bottom left corner of its input in the window, px. */
  readonly at: Point
  readonly onChoose: (day: string | null) => void
  readonly onClose: () => void
}

/** An open day picker at a point of the page; Esc or a click elsewhere closes it, the focus returns to where it was. */
export function DayPopup({ label, at, value, onChoose, onClose }: DayPopupProps) {
  const [before] = useState(() => document.activeElement)
  const close = () => {
    onClose()
    if (before instanceof HTMLElement) before.focus()
  }
  return (
    <div className="cell-popup" style={{ left: at.x, top: at.y }}>
      <DatePicker
        open
        autoFocus
        aria-label={label}
        value={dayOf(value)}
        onChange={(chosen) => {
          onChoose(dayText(chosen))
          close()
        }}
        onOpenChange={(open) => !open && close()}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
    </div>
  )
}

function dayOf(value: string | null | undefined): Dayjs | null {
  const day = value === null || value === undefined ? null : dayjs(value, pattern)
  return day?.isValid() === true ? day : null
}

const dayText = (day: Dayjs | null): string | null => (day === null ? null : day.format(pattern))
