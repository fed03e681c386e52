import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import '../day-labels.ts'
import { formatInstant, useFactoryZone } from '../format/dates.ts'
import { instantShown } from '../format/day-range.ts'

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
  const day = value === null || value === undefined ? null : dayjs(value, pattern)
  return (
    <DatePicker
      {...field}
      className="day-field"
      value={day?.isValid() === true ? day : null}
      onChange={(chosen) => onChange?.(chosen === null ? null : chosen.format(pattern))}
    />
  )
}
