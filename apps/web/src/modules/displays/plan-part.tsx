import {
  AppstoreAddOutlined,
  RedoOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import type { InfoProblem } from '@cloud-factory/contract/displays/display-info.rules'
import { placesInRows } from '@cloud-factory/domain/displays/plan-layout.rules'
import { Button, InputNumber, Segmented } from 'antd'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Locked } from '../../shared/form/locked.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { Labelled, PictureField } from './info-fields.tsx'
import { keyOf, PlanCanvas } from './plan-canvas.tsx'
import {
  moved,
  ofWorld,
  type PositionedBox,
  positionedBoxes,
  replaced,
  placeRest,
  without,
} from './info.rules.ts'
import { PlanTable, OffPlanList } from './plan-table.tsx'
import type { InfoWork } from './use-info-draft.ts'

interface Props {
  readonly work: InfoWork
  readonly places: DisplayPlaces
  readonly problems: readonly InfoProblem[]
}

const zooms = [1, 1.5, 2, 3, 4]

type World = 'real' | 'sim'

/**
 * Workshops and machines on the plan of the real factory, or of the simulated site, which has its
 * own plan.
 */
export function PlanPart({ work, places, problems }: Props) {
  const { t } = useTranslation('display-info')
  const { draft, change, locked } = work
  const [world, setWorld] = useState<World>('real')
  const [zoom, setZoom] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const nameOf = useMemo(() => namesOf(places), [places])
  const { inWorld, boxes, machines, workshops } = usePlaces(draft, places, world)
  const shared = {
    boxes,
    nameOf,
    wrong: wrongOf(problems, draft),
    chosen,
    locked,
    onRemove: (one: PositionedBox) => change(without(draft, one)),
  }
  return (
    <div className="info-part" onKeyDown={(event) => onUndoKeys(event, work)}>
      {!locked && <p className="page-note">{t('planNote')}</p>}
      <div className="plan-bar">
        <WorldSwitch world={world} onWorld={setWorld} />
        {!locked && <UndoButtons work={work} />}
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
        {!locked && (
          <PlaceAllButton
            count={machines.length}
            onClick={() => change(placeRest(draft, machines, inWorld))}
          />
        )}
      </div>
      <PlanCanvas
        {...shared}
        plan={draft.plan}
        underlay={draft.underlay}
        zoom={zooms[zoom] ?? 1}
        onChoose={setChosen}
        onMove={(one, to) => change(moved(draft, one, to))}
      />
      <Locked when={locked}>
        <div className="plan-below">
          <PlanTable
            {...shared}
            onChoose={setChosen}
            onChange={(one, to) => change(replaced(draft, one, to))}
          />
          <div className="info-part">
            <OffPlanList
              machines={machines}
              workshops={workshops}
              onMachine={(one) => change(placeRest(draft, [one], inWorld))}
              onWorkshop={(id) => change({ workshops: withWorkshop(draft, id) })}
            />
            <PlanFields work={work} />
          </div>
        </div>
      </Locked>
    </div>
  )
}

/** Contents of the plan of a world, and the machines and workshops not yet on it. */
function usePlaces(draft: InfoWork['draft'], places: DisplayPlaces, world: World) {
  const ofThis = useMemo(() => ofWorld(places.machines, world === 'sim'), [places, world])
  const inWorld = useMemo(() => new Set(ofThis.map(({ id }) => id)), [ofThis])
  const boxes = positionedBoxes(draft).filter(({ kind, id }) => kind === 'workshop' || inWorld.has(id))
  const on = new Set(boxes.map(keyOf))
  const machines = ofThis.filter(({ id }) => !on.has(`machine ${id}`))
  const workshops = places.workshops.filter(({ id }) => !on.has(`workshop ${id}`))
  return { inWorld, boxes, machines, workshops }
}

interface PlaceAllProps {
  /** Machines that are not on the plan. */
  readonly count: number
  readonly onClick: () => void
}

function PlaceAllButton({ count, onClick }: PlaceAllProps) {
  const { t } = useTranslation('display-info')
  return (
    <ReasonButton
      icon={<AppstoreAddOutlined />}
      allowed={count === 0 ? 'display.all_placed' : true}
      onClick={onClick}
    >
      {count === 0 ? t('placeAll') : t('placeRest', { count })}
    </ReasonButton>
  )
}

function onUndoKeys(event: KeyboardEvent, work: InfoWork): void {
  if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return
  if (event.key !== 'z' && event.key !== 'y') return
  event.preventDefault()
  if (event.key === 'y' || event.shiftKey) work.redo?.()
  else work.undo?.()
}

interface WorldProps {
  readonly world: World
  readonly onWorld: (world: World) => void
}

function WorldSwitch({ world, onWorld }: WorldProps) {
  const { t } = useTranslation('display-info')
  return (
    <Segmented<World>
      value={world}
      onChange={onWorld}
      options={(['real', 'sim'] as const).map((value) => ({ value, label: t(`world.${value}`) }))}
    />
  )
}

function UndoButtons({ work }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  return (
    <>
      <Button
        className="plan-step"
        icon={<UndoOutlined />}
        aria-label={t('undo')}
        title="Ctrl+Z"
        disabled={work.undo === null}
        onClick={() => work.undo?.()}
      >
        {t('undo')}
      </Button>
      <Button
        className="plan-step"
        icon={<RedoOutlined />}
        aria-label={t('redo')}
        title="Ctrl+Y"
        disabled={work.redo === null}
        onClick={() => work.redo?.()}
      >
        {t('redo')}
      </Button>
    </>
  )
}

interface ZoomProps {
  /** Index into `zooms`. */
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

function ZoomButtons({ zoom, onZoom }: ZoomProps) {
  const { t } = useTranslation('display-info')
  return (
    <>
      <Button
        icon={<ZoomOutOutlined />}
        aria-label={t('zoomOut')}
        disabled={zoom === 0}
        onClick={() => onZoom(zoom - 1)}
      />
      <Button
        icon={<ZoomInOutlined />}
        aria-label={t('zoomIn')}
        disabled={zoom === zooms.length - 1}
        onClick={() => onZoom(zoom + 1)}
      />
    </>
  )
}

/** Size of the plan and the picture under it. */
function PlanFields({ work: { draft, change } }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  return (
    <>
      <div className="info-pair">
        {(['widthM', 'depthM'] as const).map((side) => (
          <Labelled key={side} label={t(`planSide.${side}`)}>
            {(id) => (
              <InputNumber
                id={id}
                min={10}
                max={2000}
                precision={2}
                value={draft.plan[side]}
                onChange={(value) => value !== null && change({ plan: { ...draft.plan, [side]: value } })}
              />
            )}
          </Labelled>
        ))}
      </div>
      <PictureField
        label={t('field.underlay')}
        value={draft.underlay}
        onChange={(underlay) => change({ underlay })}
      />
    </>
  )
}

/** The draft's workshops and one more, where it has room. */
function withWorkshop({ plan, workshops }: InfoWork['draft'], id: string): InfoWork['draft']['workshops'] {
  const size = { widthM: 40, depthM: 20 }
  const [place] = placesInRows({ xM: 0, yM: 0, ...plan }, [size], workshops)
  return [...workshops, { workshopId: id, ...(place ?? { xM: 0, yM: 0, ...size }) }]
}

function namesOf({ workshops, machines }: DisplayPlaces): (one: PositionedBox) => string {
  const words = new Map<string, string>()
  for (const { id, name } of workshops) words.set(`workshop ${id}`, name)
  for (const { id, code } of machines) words.set(`machine ${id}`, code)
  return (one) => words.get(keyOf(one)) ?? one.id
}

/** Which boxes have a problem, by their keys. */
function wrongOf(problems: readonly InfoProblem[], draft: InfoWork['draft']): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ path }) => {
      const [list, place] = path.split('.')
      const at = Number(place)
      if (list === 'machines') return [`machine ${draft.machines[at]?.machineId ?? ''}`]
      return list === 'workshops' ? [`workshop ${draft.workshops[at]?.workshopId ?? ''}`] : []
    }),
  )
}
