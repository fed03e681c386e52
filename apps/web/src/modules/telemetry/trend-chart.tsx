import type { Trend } from '@cloud-factory/contract/telemetry/telemetry'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { pointAt, type Texts, timesOf } from './trend.rules.ts'
import { LineChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useSettings } from '../../shared/settings.ts'

export interface Colours {
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly paper: string
  readonly courses: readonly string[]
}

type Course = Trend['series'][number]

const fieldHeight = 170
const fieldGap = 34
const top = 40

const unitsOf = ({ series }: Trend): readonly string[] => [...new Set(series.map(({ unit }) => unit))]

/** Height of a chart: a field for each unit, px. */
export const heightOf = (trend: Trend): number =>
  top + Math.max(1, unitsOf(trend).length) * (fieldHeight + fieldGap) + 8

/** Chart options of a trend. */
export function trendOption(trend: Trend, colours: Colours, texts: Texts): EChartsCoreOption {
  const units = unitsOf(trend)
  const places = units.length === 0 ? [''] : units
  const text = { color: colours.soft }
  return {
    animation: false,
    aria: { enabled: true },
    color: [...colours.courses],
    legend: legendOf(trend, colours, texts),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.paper,
      borderColor: colours.line,
      textStyle: { color: colours.ink },
      renderMode: 'richText',
      formatter: (points: unknown) => tooltipOf(trend, points, texts),
    },
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: colours.soft } },
    grid: places.map((_, place) => ({
      left: 64,
      right: 16,
      top: top + place * (fieldHeight + fieldGap),
      height: fieldHeight - 8,
    })),
    xAxis: places.map((_, place) => ({
      type: 'time',
      gridIndex: place,
      min: Date.parse(trend.from),
      max: Date.parse(trend.to),
      axisLabel: { ...text, hideOverlap: true, formatter: (at: number) => timeLabel(trend, at, texts) },
      axisLine: { lineStyle: { color: colours.line } },
    })),
    yAxis: places.map((unit, place) => ({
      type: 'value',
      gridIndex: place,
      name: unit,
      nameGap: 8,
      nameTextStyle: { ...text, align: 'right' },
      scale: true,
      splitNumber: 4,
      axisLabel: text,
      splitLine: { lineStyle: { color: colours.line } },
    })),
    dataZoom: [{ type: 'inside', xAxisIndex: places.map((_, place) => place), filterMode: 'none' }],
    series: trend.series.flatMap((course, place) =>
      linesOf(course, {
        name: texts.nameOf(course.names),
        field: units.indexOf(course.unit),
        colour: colours.courses[place % colours.courses.length] ?? colours.ink,
        isSummed: trend.span !== 'raw',
      }),
    ),
  }
}

const legendOf = ({ series }: Trend, { ink, soft }: Colours, { nameOf }: Texts): object => ({
  top: 4,
  type: 'scroll',
  data: series.map(({ names }) => nameOf(names)),
  textStyle: { color: ink },
  pageTextStyle: { color: soft },
  pageIconColor: soft,
})

interface Drawn {
  readonly name: string
  readonly field: number
  readonly colour: string
  readonly isSummed: boolean
}

/** The mean; for minute or hour values also minimum and maximum as thin lines. */
function linesOf(course: Course, { name, field, colour, isSummed }: Drawn): object[] {
  const line = {
    type: 'line',
    xAxisIndex: field,
    yAxisIndex: field,
    // A counter or a state holds its value until the next change: no interpolation between points.
    step: course.kind === 'gauge' ? false : 'end',
    showSymbol: false,
    connectNulls: false,
    itemStyle: { color: colour },
  }
  const dots = (values: readonly (number | null)[]) =>
    course.at.map((at, place) => [at, values[place] ?? null])
  const thin = {
    lineStyle: { width: 1, opacity: 0.45, type: 'dotted' },
    tooltip: { show: false },
    silent: true,
  }
  return [
    { ...line, name, lineStyle: { width: 1.5 }, data: dots(course.mean) },
    ...(isSummed && course.kind === 'gauge'
      ? [
          { ...line, ...thin, data: dots(course.low) },
          { ...line, ...thin, data: dots(course.high) },
        ]
      : []),
  ]
}

function tooltipOf(trend: Trend, points: unknown, texts: Texts): string {
  const [first] = Array.isArray(points) ? (points as { axisValue?: unknown }[]) : []
  const at = Number(first?.axisValue)
  return Number.isFinite(at) ? pointAt(trend, at, texts).replaceAll(', ', '\n').replace(': ', '\n') : ''
}

const dayMs = 86_400_000

/** In the factory's zone: time of day within a day and a half, else the date too. */
function timeLabel(trend: Trend, at: number, { instant }: Texts): string {
  const text = instant(at)
  const length = Date.parse(trend.to) - Date.parse(trend.from)
  if (length <= 600_000) return text.slice(11)
  return length <= dayMs * 1.5 ? text.slice(11, 16) : text.slice(5, length <= dayMs * 8 ? 16 : 10)
}

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
