import { stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { Nothing } from '../charts/charts.tsx'
import { StateSymbol } from '../charts/marks.tsx'
import { type Box, commonStart } from '../frame/frame.rules.ts'
import { serverNow, useNow } from '../link/clock.ts'
import { useWall } from '../link/wall.store.ts'
import {
  arranged,
  type Bay,
  baysOf,
  countsOf,
  maxBodies,
  shortCode,
  stationsOf,
  widthOf,
} from '../map/bays.rules.ts'
import { BayFloor, FocusLine } from '../map/map-parts.tsx'
import { tourOf } from '../map/map.rules.ts'
import { useSpeech } from '../labels.ts'
import { usePicture } from './honours.panel.tsx'
import type { PanelData } from '@cloud-factory/domain/wall/wall-frame'
import type { PanelProps } from '../screen.types.ts'

/** Duration of a stop of the tour. It begins between the turns of lists, so that two things never move at once. */
const stopS = 8
const offsetMs = 4_000
/** Stops at each view: the whole factory, then one bay after the other. */
const stopsPerView = 2
const pickedMs = 20_000
/** How much larger than the labels the line about a machine is: it answers what is wrong, and where. */
const focusScale = 1.6

const reduced = '(prefers-reduced-motion: reduce)'
function listenToMotion(changed: () => void): () => void {
  const query = matchMedia(reduced)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
/** Whether the person wants no motion: the tour rests. */
const useStill = (): boolean =>
  useSyncExternalStore(
    listenToMotion,
    () => matchMedia(reduced).matches,
    () => true,
  )

type MapData = PanelProps<'workshop_map'>['data']

/** The factory bay by bay, with a tour that shows each bay in turn and names machines in trouble. */
export function WorkshopMapPanel({ data, width, height, zoom, options }: PanelProps<'workshop_map'>) {
  const { t } = useSpeech()
  const font = Math.round(18 * Math.max(1, Math.min(1.4, zoom)))
  const bays = baysOf(data)
  const flowOf = useFlow()
  const { at, shown, focus, pick } = useTour(bays, options['tour'] !== false)
  const machines = shown.flatMap((bay) => bay.machines)
  const { address, failed } = usePicture(data.underlay)
  const underlay = address === null || failed ? null : { address, widthM: data.widthM, depthM: data.depthM }
  const texts = useTexts(data.machines, options['names'] !== false)
  if (data.machines.length === 0 && data.workshops.length === 0) return <Nothing>{t('map.none')}</Nothing>
  const focused = data.machines.find(({ id }) => id === focus)
  const line = font * 1.7
  const focusLine = line * focusScale
  const { stations, flow, lines } = flowOf(bays, at, { width, font })
  const below = focusLine + line * lines
  const { rooms, head } = arranged(shown, { width, height: height - below }, line)
  return (
    <div className="map">
      <div className="map-view" key={at}>
        <svg className="chart" width={width} height={height} role="img" aria-label={t('panel.workshop_map')}>
          {shown.map((bay, place) => (
            <BayFloor
              key={bay.id}
              bay={bay}
              room={belowHead(rooms[place], head)}
              font={font}
              inFull={machines.length <= maxBodies}
              texts={texts}
              underlay={underlay}
              focus={focus}
              onPick={pick}
            />
          ))}
        </svg>
        {shown.map((bay, place) => (
          <BayHead
            key={bay.id}
            bay={bay}
            stations={stations.get(bay.id) ?? noSteps}
            room={rooms[place]}
            height={head}
            font={font}
          />
        ))}
        {flow.length > 0 && <Flow steps={flow} bottom={focusLine} height={below - focusLine} font={font} />}
      </div>
      {focused !== undefined && (
        <FocusLine
          machine={focused}
          place={bays.find(({ machines: inBay }) => inBay.includes(focused))?.name ?? ''}
          size={font * focusScale}
        />
      )}
    </div>
  )
}

type Step = PanelData['process_funnel']['steps'][number]
const noSteps: readonly Step[] = []

/**
 * Waiting work by bay, and the stations of the bay that is shown alone with the lines that they need. It is the data of
 * the funnel panel, which is sent together with the map.
 */
function useFlow() {
  const { t, names, tonnesOf } = useSpeech()
  const steps = useWall(({ items }) => items.process_funnel)?.data.steps ?? noSteps
  return (bays: readonly Bay[], at: number, { width, font }: { width: number; font: number }) => {
    const stations = stationsOf(bays, steps)
    const flow = stations.get(bays[at - 1]?.id ?? '') ?? noSteps
    const widths = flow.map(
      (step) => widthOf(`${names(step.names)} ${tonnesOf(step.waitingKg)} t`, font) + 2 * font,
    )
    const all = widths.reduce((sum, one) => sum + one, widthOf(t('funnel.waiting'), font) + 2 * font)
    return { stations, flow, lines: Math.min(2, Math.ceil(all / width)) }
  }
}

interface FlowProps {
  readonly steps: readonly Step[]
  readonly bottom: number
  readonly height: number
  readonly font: number
}

/** Work that waits at each station of a bay, in the order of the route. */
function Flow({ steps, bottom, height, font }: FlowProps) {
  const { t, names, tonnesOf } = useSpeech()
  return (
    <p className="map-flow" style={{ bottom, height, fontSize: font }}>
      <span className="is-soft">{t('funnel.waiting')}</span>
      {steps.map((step) => (
        <span key={step.processId} data-testid={`flow-${step.processId}`}>
          {names(step.names)} <b>{tonnesOf(step.waitingKg)}</b> {t('unit.t')}
        </span>
      ))}
    </p>
  )
}

/** What is shown now: all bays or one of them, and the machine that the line below them describes. */
function useTour(bays: readonly Bay[], wished: boolean) {
  const isStill = useStill()
  const tours = wished && !isStill
  const stop = Math.floor((useNow() - offsetMs) / 1000 / stopS)
  const at = tours && bays.length > 1 ? Math.floor(stop / stopsPerView) % (bays.length + 1) : 0
  const shown = at === 0 ? bays : bays.slice(at - 1, at)
  const { picked, pick } = usePick()
  const machinesOf = (some: readonly Bay[]) => some.flatMap(({ machines }) => machines)
  const inView = tours ? tourOf(machinesOf(shown), 12) : []
  // A bay without trouble does not hide that of another.
  const stops = inView.length > 0 || !tours ? inView : tourOf(machinesOf(bays), 12)
  return { at, shown, focus: picked ?? stops[stop % Math.max(1, stops.length)]?.id, pick }
}

const belowHead = (room: Box | undefined, head: number): Box =>
  room === undefined
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { ...room, y: room.y + head, height: Math.max(0, room.height - head) }

/** The machine touched last, for a limited time. */
function usePick() {
  const now = useNow()
  const [last, setLast] = useState<{ readonly id: string; readonly until: number } | null>(null)
  const pick = useCallback((id: string) => setLast({ id, until: serverNow() + pickedMs }), [])
  return { picked: last !== null && last.until > now ? last.id : undefined, pick }
}

/** Codes as they are shown: without the start that all of them share. */
function useTexts(machines: MapData['machines'], named: boolean): ReadonlyMap<string, string> {
  const key = JSON.stringify(machines.map(({ id, code }) => [id, code]))
  return useMemo(() => {
    const codes = JSON.parse(key) as readonly (readonly [string, string])[]
    const start = commonStart(codes.map(([, code]) => code))
    return new Map(codes.map(([id, code]) => [id, named ? shortCode(code.slice(start.length)) : '']))
  }, [key, named])
}

interface HeadProps {
  readonly bay: Bay
  readonly stations: readonly Step[]
  readonly room: Box | undefined
  /** One line or two, px. */
  readonly height: number
  readonly font: number
}

/** Name of a bay, and how many of its machines are in which state: every machine is counted here. */
function BayHead({ bay, stations, room, height, font }: HeadProps) {
  const { t, names, tonnesOf } = useSpeech()
  if (room === undefined) return null
  const { x, y, width } = room
  const isTall = height > font * 2
  const waiting = `${t('funnel.waiting')} ${tonnesOf(stations.reduce((sum, { waitingKg }) => sum + waitingKg, 0))} ${t('unit.t')}`
  const counts = countsOf(bay.machines)
  // Names of states have room only beside the whole name of the bay.
  const words = counts.map(({ state, count }) => `${count} ${names(stateNames[state])}`)
  const needed = [bay.name, ...(stations.length > 0 ? [waiting] : []), ...words].reduce(
    (sum, text) => sum + widthOf(text, font * 1.15) + 16,
    counts.length * font * 1.6,
  )
  const isWide = !isTall && needed <= width
  return (
    <p
      className={`bay-head ${isTall ? 'is-tall' : ''}`}
      style={{ left: x, top: y, width, height, fontSize: isTall ? font : font * 1.15 }}
    >
      <b>{bay.name}</b>
      {stations.length > 0 && isWide && <span className="is-soft">{waiting}</span>}
      {counts.map(({ state, count }) => (
        <span key={state} className={`is-${state}`} title={names(stateNames[state])}>
          <StateSymbol state={state} size={font * 1.15} /> {count} {isWide && names(stateNames[state])}
        </span>
      ))}
    </p>
  )
}
