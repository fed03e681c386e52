import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useWidth } from '../../shared/ui/use-width.ts'
import { lastMinutes, moved, type TrendWindow, usualMinutes, zoomed } from './trend.rules.ts'

const TrendChart = lazyComponent(async () => (await import('./trend-chart.tsx')).TrendChart)

/** Refresh interval of a trend that ends now, ms. */
const liveEveryMs = 5000

interface Props {
  readonly machineId: string
  readonly slots: readonly number[]
}

/** The course of some signals: from raw values, minutes or hours, whichever fits the stretch and the width. */
export function TrendPanel({ machineId, slots }: Props) {
  const { t } = useTranslation('signals')
  const instant = useInstant()
  const [window, setWindow] = useState<TrendWindow>(() => lastMinutes(60, Date.now()))
  const [box, width] = useWidth()
  const pixels = Math.min(4000, Math.max(50, Math.round(width / 50) * 50))
  const signals = slots.toSorted((a, b) => a - b).join(',')
  const length = window.to - window.from
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'trend', machineId, signals, window.live ? length : window, pixels],
    queryFn: ({ signal }) => {
      const to = window.live ? Date.now() : window.to
      const query = {
        signals,
        from: new Date(to - length).toISOString(),
        to: new Date(to).toISOString(),
        pixels: String(pixels),
      }
      return api('GET /api/machines/:id/trend', { params: { id: machineId }, query, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: window.live ? liveEveryMs : false,
    enabled: slots.length > 0 && width > 0,
  })
  const zoom = (factor: number) => setWindow((was) => zoomed(was, factor, Date.now()))
  const move = (share: number) => setWindow((was) => moved(was, share, Date.now()))
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (action === undefined) return
    event.preventDefault()
    action({ zoom, move })
  }
  return (
    <section className="trend" aria-label={t('trend')} onKeyDown={onKeyDown}>
      <TrendBar window={window} onWindow={setWindow} zoom={zoom} move={move} />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <div ref={box}>
        {slots.length === 0 && <p className="signals-empty">{t('chooseSignals')}</p>}
        {slots.length > 0 && data === undefined && error === null && <Skeleton active />}
        {slots.length > 0 && data !== undefined && (
          <>
            <Overlay>
              <TrendChart trend={data} onZoom={(from, to) => setWindow({ from, to, live: false })} />
            </Overlay>
            <p className="trend-note">
              {instant(data.from)} – {instant(data.to)} · {t(`span.${data.span}`)} · {t('keys')}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

interface Moves {
  readonly zoom: (factor: number) => void
  readonly move: (share: number) => void
}

interface BarProps extends Moves {
  readonly window: TrendWindow
  readonly onWindow: (window: TrendWindow) => void
}

/** Chooses the stretch: usual ones that go on to now, or by steps. */
function TrendBar({ window, onWindow, zoom, move }: BarProps) {
  const { t } = useTranslation('signals')
  const length = window.to - window.from
  return (
    <div className="trend-bar">
      <h2>{t('trend')}</h2>
      <span className="trend-ranges">
        {usualMinutes.map((minutes) => (
          <Button
            key={minutes}
            size="small"
            type={window.live && length === minutes * 60_000 ? 'primary' : 'default'}
            aria-pressed={window.live && length === minutes * 60_000}
            onClick={() => onWindow(lastMinutes(minutes, Date.now()))}
          >
            {t(`range.${minutes}`)}
          </Button>
        ))}
      </span>
      <span className="trend-ranges">
        <Button size="small" aria-label={t('earlier')} title={t('earlier')} onClick={() => move(-0.5)}>
          ←
        </Button>
        <Button
          size="small"
          aria-label={t('later')}
          title={t('later')}
          disabled={window.live}
          onClick={() => move(0.5)}
        >
          →
        </Button>
        <Button
          size="small"
          aria-label={t('common:zoomIn')}
          title={t('common:zoomIn')}
          onClick={() => zoom(0.5)}
        >
          +
        </Button>
        <Button
          size="small"
          aria-label={t('common:zoomOut')}
          title={t('common:zoomOut')}
          onClick={() => zoom(2)}
        >
          −
        </Button>
      </span>
    </div>
  )
}

const keys: Readonly<Record<string, (moves: Moves) => void>> = {
  '+': ({ zoom }) => zoom(0.5),
  'Shift++': ({ zoom }) => zoom(0.5),
  '=': ({ zoom }) => zoom(0.5),
  '-': ({ zoom }) => zoom(2),
  'Shift+ArrowLeft': ({ move }) => move(-0.25),
  'Shift+ArrowRight': ({ move }) => move(0.25),
}
