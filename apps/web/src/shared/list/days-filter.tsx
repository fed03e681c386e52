import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import type { Turned } from './days-picker.tsx'
import type { List } from './use-list-state.ts'

const DaysPicker = lazyThemed(async () => (await import('./days-picker.tsx')).DaysPicker)

type Days = readonly [first: string | undefined, last: string | undefined]

interface FieldProps {
  /** `YYYY-MM-DD`; undefined: no limit. */
  readonly days: Days
  readonly labels: readonly [string, string]
  readonly onChange: (days: Days) => void
}

/**
 * Days from and to. Date pickers are heavy and rarely used, so two placeholder fields of the same look replace them until
 * one gets the focus.
 */
export function DaysField({ days, labels, onChange }: FieldProps) {
  const [isUsed, setUsed] = useState(false)
  const [turned, setTurned] = useState<Turned | null>(null)
  // After a failed download the next pointing or focus tries again.
  const fetchPicker = (then?: () => void) => void DaysPicker.load().then(then, () => undefined)
  if (isUsed) {
    return (
      <Suspense>
        <DaysPicker days={days} labels={labels} turned={turned} onChange={onChange} />
      </Suspense>
    )
  }
  const field = (end: Turned['end']) => (
    <input
      readOnly
      size={12}
      placeholder={labels[end]}
      aria-label={`${labels[0]} – ${labels[1]}`}
      value={days[end] ?? ''}
      onFocus={() => {
        setTurned({ end, clicked: false })
        fetchPicker(() => setUsed(true))
      }}
      onClick={() => setTurned({ end, clicked: true })}
      onBlur={() => setTurned(null)}
    />
  )
  return (
    <div className="list-filter days-filter" onPointerEnter={() => fetchPicker()}>
      {field(0)}
      <SwapRightOutlined className="days-arrow" />
      {field(1)}
      <CalendarOutlined />
    </div>
  )
}

interface Props {
  readonly list: List
  /** Names of the first and last day in the URL, `YYYY-MM-DD`. */
  readonly names: readonly [string, string]
  readonly labels: readonly [string, string]
}

/** A filter for days from and to; both are optional. */
export const DaysFilter = ({ list, names: [first, last], labels }: Props) => (
  <DaysField
    days={[list.state.filters[first], list.state.filters[last]]}
    labels={labels}
    onChange={([from, to]) => list.filter({ [first]: from, [last]: to })}
  />
)
