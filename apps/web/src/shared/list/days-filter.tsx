import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import type { Turned } from './days-picker.tsx'
import type { List } from './use-list-state.ts'

const DaysPicker = lazyThemed(async () => (await import('./days-picker.tsx')).DaysPicker)

interface Props {
  readonly list: List
  /** Names of the first and last day in the URL, `YYYY-MM-DD`. */
  readonly names: readonly [string, string]
  readonly labels: readonly [string, string]
}

/**
 * A filter for days from and to; both are optional. Date pickers are heavy and rarely used, so two placeholder fields
 * of the same look replace them until one gets the focus.
 */
export function DaysFilter({ list, names, labels }: Props) {
  const [isUsed, setUsed] = useState(false)
  const [turned, setTurned] = useState<Turned | null>(null)
  const [first, last] = names.map((name) => list.state.filters[name])
  // After a failed download the next pointing or focus tries again.
  const fetchPicker = (then?: () => void) => void DaysPicker.load().then(then, () => undefined)
  if (isUsed) {
    return (
      <Suspense>
        <DaysPicker
          days={[first, last]}
          labels={labels}
          turned={turned}
          onChange={([from, to]) => list.filter({ [names[0]]: from, [names[1]]: to })}
        />
      </Suspense>
    )
  }
  const field = (end: Turned['end']) => (
    <input
      readOnly
      size={12}
      placeholder={labels[end]}
      aria-label={`${labels[0]} – ${labels[1]}`}
      value={(end === 0 ? first : last) ?? ''}
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
