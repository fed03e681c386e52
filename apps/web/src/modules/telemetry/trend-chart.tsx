import type { Trend } from '@cloud-factory/contract/telemetry/telemetry'
import { LineChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useSettings } from '../../shared/settings.ts'
import { type Colours, heightOf, trendOption } from './trend-option.ts'
import { pointAt, timesOf } from './trend-points.rules.ts'

use([
  LineChart,
  AriaComponent,
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
])

interface Props {
  readonly trend: Trend
  /** Receives the range selected by wheel or pinch, ms since 1970. */
  readonly onZoom: (from: number, to: number) => void
}

/** Pause after the last wheel movement before the new range is loaded, ms. */
const restMs = 300

/**
 * Trends of signals, one chart per unit. Arrow keys move from point to point; each is announced to
 * screen readers.
 */
export function TrendChart({ trend, onZoom }: Props) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const instant = useInstant()
  const dark = useSettings((settings) => settings.dark)
  const box = useRef<HTMLDivElement>(null)
  const chart = useZoomedChart(box, onZoom)
  const [cursor, setCursor] = useState<number | null>(null)
  useEffect(() => {
    const texts = { nameOf, instant, none: t('gap') }
    chart.current?.setOption(trendOption(trend, coloursNow(dark), texts), { notMerge: true })
  }, [chart, trend, dark, nameOf, instant, t])
  useEffect(() => {
    chart.current?.resize()
  }, [chart, trend.series.length])
  const times = timesOf(trend)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(event.key) || times.length === 0) return
    event.preventDefault()
    const step = event.key === 'ArrowLeft' ? -1 : 1
    const next = Math.min(times.length - 1, Math.max(0, (cursor ?? times.length) + step))
    setCursor(next)
    showAt(chart.current, times[next] ?? 0)
  }
  const at = cursor === null ? undefined : times[Math.min(cursor, times.length - 1)]
  const isEmpty = times.length === 0
  return (
    <div className="trend-chart">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are gone through by arrow keys */}
      <div
        role="application"
        aria-label={t('chart', { names: trend.series.map(({ names }) => nameOf(names)).join(', ') })}
        aria-description={t('keys')}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={box} style={{ height: heightOf(trend) }} />
      </div>
      {isEmpty && <p className="trend-none">{t('noValues')}</p>}
      <p className="trend-read" aria-live="polite">
        {at !== undefined && pointAt(trend, at, { nameOf, instant, none: t('gap') })}
      </p>
    </div>
  )
}

/** A chart that fills its box; reports the zoomed range once the wheel stops. */
function useZoomedChart(box: RefObject<HTMLDivElement | null>, onZoom: Props['onZoom']) {
  const chart = useRef<EChartsType | null>(null)
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const made = init(current, null, { renderer: 'canvas' })
    chart.current = made
    let timer: ReturnType<typeof setTimeout>
    made.on('datazoom', () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const [one] = (made.getOption()['dataZoom'] ?? []) as { startValue?: number; endValue?: number }[]
        if (one?.startValue !== undefined && one.endValue !== undefined)
          zoom.current(Math.round(one.startValue), Math.round(one.endValue))
      }, restMs)
    })
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(current)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [box])
  return chart
}

function showAt(chart: EChartsType | null, at: number): void {
  const x = chart?.convertToPixel({ xAxisIndex: 0 }, at)
  if (x !== undefined) chart?.dispatchAction({ type: 'showTip', x, y: 40 })
}

/**
 * Trends differ by colour and by order in the legend; each colour has a contrast of at least 3 to
 * the background.
 */
const lightCourses = ['#1668c7', '#b3541e', '#1f7a4d', '#8a3fb0', '#a6173f', '#5d6b00', '#00707a', '#6b4e2e']
const darkCourses = ['#6db3ff', '#ffa46b', '#5fd39a', '#d19bf0', '#ff8fa8', '#c9d64f', '#4fd3df', '#d9b48a']

function coloursNow(dark: boolean): Colours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: colour('--ink'),
    soft: colour('--ink-soft'),
    line: colour('--line'),
    paper: colour('--paper'),
    courses: dark ? darkCourses : lightCourses,
  }
}
