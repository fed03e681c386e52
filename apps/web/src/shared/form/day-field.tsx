import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import '../day-labels.ts'

const pattern = 'YYYY-MM-DD'

interface Props {
  /** `YYYY-MM-DD`; null or undefined: none. */
  readonly value?: string | null
  readonly onChange?: (day: string | null) => void
  /** Set by the form item. */
  readonly id?: string
}

/** A day as text without a time zone, as in requests. For a `Form.Item`. */
export function DayField({ value, onChange, ...field }: Props) {
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
