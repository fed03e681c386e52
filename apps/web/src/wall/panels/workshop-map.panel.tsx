import { useCallback, useMemo, useState } from 'react'
import { Nothing } from '../charts/charts.tsx'
import { commonStart } from '../frame/frame.rules.ts'
import { serverNow, useNow } from '../link/clock.ts'
import { FocusCard, beaconOf, MachineBlock, WorkshopFloors, WorkshopNames } from '../map/map-parts.tsx'
import {
  fromBack,
  projectionFor,
  placeLabels,
  headroomM,
  reachOf,
  tourOf,
  trouble,
} from '../map/map.rules.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from '../screen.types.ts'

const tourS = 8
const pickedMs = 20_000

/**
 * The factory from above: floors, machines in their places with their states, and a tour of
 * machines in trouble.
 */
export function WorkshopMapPanel({ data, width, height, zoom, options }: PanelProps<'workshop_map'>) {
  const { t } = useSpeech()
  const { widthM, depthM, machines } = data
  const projection = useMemo(
    () => projectionFor({ widthM, depthM, heightM: headroomM }, { width, height }),
    [widthM, depthM, width, height],
  )
  const focus = useFocus(data.machines, options['tour'] !== false)
  const sorted = useMemo(() => machines.toSorted(fromBack), [machines])
  if (machines.length === 0 && data.workshops.length === 0) return <Nothing>{t('map.none')}</Nothing>
  const focused = machines.find(({ id }) => id === focus.id)
  return (
    <div className="map">
      <svg className="chart" width={width} height={height} role="img" aria-label={t('panel.workshop_map')}>
        <WorkshopFloors data={data} projection={projection} />
        {sorted.map((machine) => (
          <MachineBlock
            key={machine.id}
            machine={machine}
            projection={projection}
            focused={machine.id === focus.id}
            onPick={focus.pick}
          />
        ))}
        <WorkshopNames data={data} projection={projection} zoom={zoom} />
        {options['names'] !== false && (
          <MachineNames data={data} projection={projection} width={width} height={height} zoom={zoom} />
        )}
      </svg>
      {focused !== undefined && <FocusCard machine={focused} zoom={zoom} />}
    </div>
  )
}

/** The machine touched last, for a limited time; otherwise the current stop of the tour. */
function useFocus(machines: PanelProps<'workshop_map'>['data']['machines'], tours: boolean) {
  const now = useNow(tourS)
  const [picked, setPicked] = useState<{ readonly id: string; readonly until: number } | null>(null)
  const pick = useCallback((id: string) => setPicked({ id, until: serverNow() + pickedMs }), [])
  const tour = tours ? tourOf(machines, 12) : []
  const turn = tour.length === 0 ? undefined : tour[Math.floor(now / 1000 / tourS) % tour.length]
  const pinned = picked !== null && picked.until > now ? picked.id : undefined
  return { id: pinned ?? turn?.id, pick }
}

interface NamesProps {
  readonly data: PanelProps<'workshop_map'>['data']
  readonly projection: ReturnType<typeof projectionFor>
  readonly width: number
  readonly height: number
  readonly zoom: number
}

function MachineNames({ data, projection, width, height, zoom }: NamesProps) {
  const font = 11.5 * Math.min(1.25, zoom)
  const { machines } = data
  // Machines do not move: only a change of trouble changes who is named first.
  const key = machines
    .map((machine) => `${machine.id} ${machine.xM} ${machine.yM} ${trouble(machine)}`)
    .join()
  const names = useMemo(() => {
    const start = commonStart(machines.map(({ code }) => code))
    const texts = new Map(machines.map(({ id, code }) => [id, code.slice(start.length)]))
    const troubled = new Set(machines.filter((one) => trouble(one) > 0).map(({ id }) => id))
    const labels = machines.map((machine) => {
      const at = projection.at({ x: machine.xM + machine.widthM / 2, y: machine.yM + machine.depthM, z: 0 })
      const text = texts.get(machine.id) ?? ''
      return {
        id: machine.id,
        ...at,
        width: text.length * font * 0.62 + 6,
        height: font * 1.25,
        weight: trouble(machine) * 100 + reachOf(machine.class),
      }
    })
    const beacons = machines.map((machine) => beaconOf(machine, projection))
    return placeLabels(labels, { width, height }, 3, beacons).map((label) => ({
      ...label,
      text: texts.get(label.id) ?? '',
      inTrouble: troubled.has(label.id),
    }))
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for what matters of the machines
  }, [key, projection, width, height, font])
  return names.map(({ id, x, y, width: wide, height: tall, text, inTrouble }) => (
    <text
      key={id}
      className={`machine-name ${inTrouble ? 'is-marked' : ''}`}
      x={x + wide / 2}
      y={y + tall * 0.8}
      fontSize={font}
      textAnchor="middle"
    >
      {text}
    </text>
  ))
}
