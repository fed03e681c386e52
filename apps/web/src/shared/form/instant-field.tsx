import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import '../day-words.ts'

interface Props {
  /** ISO instant; null when there is none. */
  readonly value?: string | null
  readonly onChange?: (at: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** A day with its time, by the clock of whoever types it. For a `Form.Item`. */
export function InstantField({ value, onChange, ...field }: Props) {
  return (
    <DatePicker
      {...field}
      className="day-field"
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === null || value === undefined ? null : dayjs(value)}
      onChange={(chosen) => onChange?.(chosen === null ? null : chosen.toISOString())}
    />
  )
}
