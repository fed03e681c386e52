import { DatePicker, type GetRef } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useEffectEvent, useRef } from 'react'
import '../day-labels.ts'

const pattern = 'YYYY-MM-DD'

type Days = readonly [first: string | undefined, last: string | undefined]

/** The field of the first (0) or last (1) day has the focus; a click also opens its calendar. */
export interface Turned {
  readonly end: 0 | 1
  readonly clicked: boolean
}

interface Props {
  /** `YYYY-MM-DD`; undefined: no limit. */
  readonly days: Days
  readonly labels: readonly [string, string]
  /** The field that the user had reached before it is first shown; null: none. */
  readonly turned: Turned | null
  readonly onChange: (days: Days) => void
}

/** Two days from a calendar. */
export function DaysPicker({ days: [first, last], labels, turned, onChange }: Props) {
  const picker = useRef<GetRef<typeof DatePicker.RangePicker>>(null)
  const takeFocus = useEffectEvent(() => {
    if (turned === null) return
    const field = picker.current?.nativeElement.querySelectorAll('input')[turned.end]
    field?.focus()
    if (turned.clicked) field?.click()
  })
  useEffect(() => takeFocus(), [])
  return (
    <DatePicker.RangePicker
      ref={picker}
      className="list-filter"
      allowEmpty={[true, true]}
      placeholder={[...labels]}
      aria-label={`${labels[0]} – ${labels[1]}`}
      value={[dayOf(first), dayOf(last)]}
      onChange={(chosen) => onChange([chosen?.[0]?.format(pattern), chosen?.[1]?.format(pattern)])}
    />
  )
}

function dayOf(text: string | undefined) {
  const day = text === undefined ? null : dayjs(text)
  return day?.isValid() === true ? day : null
}
