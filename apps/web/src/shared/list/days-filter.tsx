import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import { theme } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DaysPicker, Turned } from './days-picker.tsx'
import type { List } from './use-list-state.ts'

interface Props {
  readonly list: List
  /** Names of the first and last day in the URL, `YYYY-MM-DD`. */
  readonly names: readonly [string, string]
  readonly labels: readonly [string, string]
}

/**
 * A filter for days from and to; both are optional. Date pickers are heavy and rarely used, so two placeholder fields
 * of the same look stand in until the user points at them or focuses them.
 */
export function DaysFilter({ list, names, labels }: Props) {
  const [Picker, setPicker] = useState<typeof DaysPicker | null>(null)
  const [turned, setTurned] = useState<Turned | null>(null)
  const [first, last] = names.map((name) => list.state.filters[name])
  // After a failed download the next pointing or focus tries again.
  const fetchPicker = () =>
    void import('./days-picker.tsx').then(
      (file) => setPicker(() => file.DaysPicker),
      () => undefined,
    )
  if (Picker !== null) {
    return (
      <Picker
        days={[first, last]}
        labels={labels}
        turned={turned}
        onChange={([from, to]) => list.filter({ [names[0]]: from, [names[1]]: to })}
      />
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
        fetchPicker()
      }}
      onClick={() => setTurned({ end, clicked: true })}
      onBlur={() => setTurned(null)}
    />
  )
  return (
    <Frame onPoint={fetchPicker}>
      {field(0)}
      <SwapRightOutlined className="days-arrow" />
      {field(1)}
      <CalendarOutlined />
    </Frame>
  )
}

function Frame({ onPoint, children }: { readonly onPoint: () => void; readonly children: ReactNode }) {
  const { token } = theme.useToken()
  const look = {
    height: token.controlHeight,
    borderColor: token.colorBorder,
    color: token.colorTextPlaceholder,
    '--placeholder': token.colorTextPlaceholder,
  }
  return (
    <div className="list-filter days-filter" style={look} onPointerEnter={onPoint}>
      {children}
    </div>
  )
}
