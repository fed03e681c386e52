import { dataKey } from '@cloud-factory/contract/displays/screen-options'
import { colourOf, css } from '@cloud-factory/domain/model/state-colours'
import type { ModelData } from '@cloud-factory/domain/wall/wall-site'
import { useEffect, useRef, useState } from 'react'
import type { Download } from '../../shared/receive-file.ts'
import { request } from '../../shared/request.ts'
import { MoreRows, Nothing } from '../charts/charts.tsx'
import { fittingRows } from '../frame/frame.rules.ts'
import { rowHeight } from '../frame/type.rules.ts'
import { useSpeech } from '../labels.ts'
import { useTurn } from '../link/clock.ts'
import { useWall } from '../link/wall.store.ts'
import type { PanelProps } from '../screen.types.ts'

type Model = NonNullable<ModelData['model']>

/** Of the panel's height, where the picture lies above its colours. */
const legendShare = 0.42

/** The model of an order, slowly turning, and what its colours mean: the same numbers as in the office. */
export function ModelPanel({ data: { model }, width, height, zoom, options }: PanelProps<'model'>) {
  const { t, names, figure, tonnesOf } = useSpeech()
  const screen = useWall((state) => state.query)
  if (model === null) return <Nothing>{t('model.none')}</Nothing>
  const isWide = width > height * 1.3
  const row = rowHeight * zoom
  const room = Math.floor((height * (isWide ? 1 : legendShare)) / row) - 2
  const { shown, rest } = fittingRows(model.sums, Math.max(1, room))
  const sum = (key: 'pieces' | 'kg') => model.sums.reduce((all, one) => all + one[key], 0)
  const query = new URLSearchParams(screen)
  query.set('data', dataKey('model', options))
  return (
    <div className={`model-board ${isWide ? 'is-wide' : ''}`}>
      <div className="model-picture">
        <ModelPictures key={model.id} model={model} query={query.toString()} />
      </div>
      <ul className="model-legend">
        <li className="model-order" style={{ height: row }}>
          <b>{model.orderNo}</b>
          <span className="is-soft">{model.project}</span>
        </li>
        {shown.map(({ state, names: words, pieces, kg }) => (
          <li key={state} style={{ height: row }} data-state={state}>
            <i style={{ background: css(colourAt(model, state)) }} />
            <span>{names(words)}</span>
            <b>{figure(pieces)}</b>
            <small className="is-soft">
              {tonnesOf(kg)} {t('unit.t')}
            </small>
          </li>
        ))}
        <MoreRows count={rest} />
        <li className="model-total" style={{ height: row }}>
          <span>{t('pareto.total', { value: '' }).trim()}</span>
          <b>
            {figure(sum('pieces'))} {t('unit.pieces')}
          </b>
          <small className="is-soft">
            {tonnesOf(sum('kg'))} {t('unit.t')}
          </small>
        </li>
      </ul>
    </div>
  )
}

const colourAt = ({ colouring, sums }: Model, state: string) =>
  colourOf(
    colouring,
    state,
    sums.findIndex((one) => one.state === state),
  )

interface ModelProps {
  readonly model: Model
  /** Names the panel to the server. */
  readonly query: string
}

const fileAt = (path: string, signal: AbortSignal) =>
  request<Download>(path, { file: true, signal, quiet: true })

interface Series {
  readonly name: string
  readonly at: number
  readonly addresses: readonly string[]
}

/** Each picture is shown so long, s. */
const pictureS = 2

/** Pictures around the model that the server drew, and when. */
function ModelPictures({ model, query }: ModelProps) {
  const { t, time } = useSpeech()
  const series = usePictures(query, model.version)
  const turn = useTurn(series?.addresses.length ?? 0, pictureS)
  return (
    <>
      {series === null ? <Sketch /> : <img src={series.addresses[turn]} alt="" />}
      <small className="is-soft">
        {series === null ? t('model.drawing') : t('model.picture', { at: time(series.at) })}
      </small>
    </>
  )
}

/** Interval between questions for pictures, ms: while there are none, and later. */
const waitingMs = 3_000
const pollMs = 60_000

function usePictures(query: string, version: string): Series | null {
  const [series, setSeries] = useState<Series | null>(null)
  const shown = useRef<Series | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      const next = await newSeries(query, shown.current?.name ?? null, ended.signal).catch(() => null)
      if (ended.signal.aborted) {
        if (next !== null) forget(next)
        return
      }
      if (next !== null) {
        const before = shown.current
        shown.current = next
        setSeries(next)
        if (before !== null) forget(before)
      }
      timer = setTimeout(() => void poll(), shown.current === null ? waitingMs : pollMs)
    }
    void poll()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [query, version])
  useEffect(
    () => () => {
      if (shown.current !== null) forget(shown.current)
      shown.current = null
    },
    [],
  )
  return series
}

const forget = ({ addresses }: Series): void => {
  for (const address of addresses) URL.revokeObjectURL(address)
}

/** All pictures of the latest series; null: there is none, or it is the known one. */
async function newSeries(query: string, known: string | null, signal: AbortSignal): Promise<Series | null> {
  const path = '/api/wall/model/pictures'
  const latest = await request<{ series: string; views: number; at: number } | null>(`${path}?${query}`, {
    signal,
    quiet: true,
  })
  if (latest === null || latest.series === known) return null
  const { series: name, views, at } = latest
  const addresses: string[] = []
  for (let view = 0; view < views; view += 1) {
    const { blob } = await fileAt(`${path}/${view}?${query}&series=${encodeURIComponent(name)}`, signal)
    addresses.push(URL.createObjectURL(blob))
  }
  return { name, at, addresses }
}

/** A frame of columns and beams, in place of a picture that is not there yet. */
const Sketch = () => (
  <svg className="chart model-sketch" viewBox="0 0 160 90" aria-hidden="true">
    <path d="M20 75V35L60 15L140 33V73L100 85ZM20 35L100 48L140 33M100 48V85M60 15V55L140 73M60 55L20 75M60 41V79M80 30V63M20 55L100 66L140 53" />
  </svg>
)
