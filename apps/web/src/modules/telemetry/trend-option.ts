import type { Trend } from '@cloud-factory/contract/telemetry/telemetry'
import type { EChartsCoreOption } from 'echarts/core'
import { pointAt, type Texts } from './trend-points.rules.ts'

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
