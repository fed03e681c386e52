import type { ModelMember, ModelRevision, RemovedMembers } from '@cloud-factory/contract/model/models'
import { type Colouring, colourings } from '@cloud-factory/domain/model/member-states'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import {
  changesAsStates,
  type ColouredModel,
  colouredOn,
  type Focus,
  noFocus,
  paintOf,
  type Point,
  type VisibleStates,
  withRemoved,
} from './member-view.rules.ts'
import { MeasureOverlay, useMeasure } from './measure.tsx'
import { MemberList, SelectedMember } from './members.tsx'
import { SceneTools } from './scene-tools.tsx'
import { type ChunkSource, fetchChunk, removedQuery } from './models.queries.ts'
import { type ModelTime, TimeBar, TimeToggle, useDayText, useModelTime } from './time-bar.tsx'
import { useModelScene, useRemovedParts } from './use-model-scene.ts'
import { ViewControls } from './view-controls.tsx'
import './model.css'

interface Props {
  readonly model: Pick<ModelRevision, 'id' | 'chunks'>
  readonly members: readonly ModelMember[]
  /** Null: the model is not the one in use. */
  readonly states: VisibleStates | null
  /** Written on pictures. */
  readonly title: string
  /** Of a customer: where the geometry comes from, and the session; records of the factory are not opened. */
  readonly source?: ChunkSource
  readonly token?: string
  /** Whose days are shown. */
  readonly orderId: string
}

/** The model beside its legend and its controls. */
export function ModelView({ model, members, states, title, source, token, orderId }: Props) {
  const { t } = useTranslation('model')
  const [colouring, setColouring] = useState<Colouring>(states === null ? 'change' : 'status')
  const [focus, setFocus] = useState<Focus>(noFocus)
  const [selected, setSelected] = useState<number | null>(null)
  const [isList, setList] = useState(false)
  const time = useModelTime(states === null ? undefined : orderId, model.id, token)
  const { shown } = time
  // Customers see no changes.
  const showsRemoved = source === undefined && colouring === 'change' && shown === null
  const { data: removed } = useQuery({ ...removedQuery(model.id), enabled: showsRemoved })
  const coloured = useColoured(members, states, { colouring, time, removed })
  return (
    <div className="model-view">
      <Stage
        drawn={{ model, members: members.length, source: source ?? fetchChunk, removed }}
        coloured={coloured}
        focus={focus}
        selected={selected}
        isList={isList}
        onSelect={setSelected}
        time={time}
        title={title}
      />
      <aside className="model-side" aria-label={t('controls')}>
        <Segmented
          label={t('common:view.label')}
          value={isList ? 'list' : 'model'}
          options={[
            { value: 'model', label: t('model') },
            { value: 'list', label: t('common:field.list') },
          ]}
          onChange={(view) => setList(view === 'list')}
        />
        <TimeToggle time={time} />
        {selected !== null && (
          <SelectedMember
            model={coloured}
            number={selected}
            opens={source === undefined}
            onClose={() => setSelected(null)}
          />
        )}
        <ViewControls
          model={coloured}
          choices={colourings.filter((one) =>
            shown !== null ? one === 'status' : states === null ? one === 'change' : one in states.states,
          )}
          focus={focus}
          onColouring={(to) => {
            setColouring(to)
            setFocus((before) => ({ ...before, states: [] }))
          }}
          onFocus={setFocus}
        />
      </aside>
    </div>
  )
}

interface Coloured {
  readonly colouring: Colouring
  readonly time: ModelTime
  readonly removed: RemovedMembers | undefined
}

/** Members in the colours of today, or in those of the day that is shown. */
function useColoured(
  members: readonly ModelMember[],
  states: VisibleStates | null,
  { colouring, time: { shown }, removed }: Coloured,
): ColouredModel {
  return useMemo((): ColouredModel => {
    if (shown !== null) return colouredOn(members, shown.days, shown.course, shown.day)
    const [own, sums] = [states?.states[colouring], states?.sums[colouring]]
    const coloured = own && sums ? { states: own, sums } : changesAsStates(members)
    return withRemoved({ colouring, members, ...coloured }, removed?.items ?? [])
  }, [states, members, colouring, shown, removed])
}

/** What is drawn: the model itself, and what only the model before had. */
interface Drawn {
  readonly model: Props['model']
  readonly members: number
  readonly source: ChunkSource
  readonly removed: RemovedMembers | undefined
}

interface StageProps {
  readonly drawn: Drawn
  readonly coloured: ColouredModel
  readonly focus: Focus
  readonly selected: number | null
  readonly isList: boolean
  readonly onSelect: (member: number | null) => void
  readonly time: ModelTime
  readonly title: string
}

/** The picture, or the list in its place: chosen, or because the browser shows no pictures. */
function Stage({ drawn, coloured, focus, selected, isList, onSelect, time, title }: StageProps) {
  const { model, members, source, removed } = drawn
  const { t } = useTranslation('model')
  const paint = useMemo(() => paintOf(coloured, focus, selected), [coloured, focus, selected])
  const dayText = useDayText(time)
  const measure = useMeasure()
  const pick = (member: number | null, point: Point | null) =>
    measure.isOn ? measure.add(point) : onSelect(member)
  const { canvas, scene, graphics, loaded, error } = useModelScene(model, paint, pick, source)
  const removedError = useRemovedParts(scene, removed, { first: members, fetchChunk: source })
  const isHidden = isList || graphics !== 'ready'
  const total = model.chunks.length
  return (
    <div className="model-stage">
      {(error ?? removedError) !== null && <ProblemAlert error={error ?? removedError} />}
      {graphics !== 'ready' && (
        <p className="page-note" role="alert">
          {t(`graphics.${graphics}`)}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys turn and move the view */}
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={t('canvas')}
        hidden={isHidden}
        data-loaded={loaded}
      />
      {isHidden ? (
        <MemberList model={coloured} focus={focus} />
      ) : (
        <>
          <MeasureOverlay measure={measure} scene={scene} />
          <SceneTools
            scene={scene}
            selected={coloured.members[selected ?? -1]?.box}
            measure={measure}
            model={coloured}
            lines={[title, dayText]}
          />
        </>
      )}
      {!isHidden && loaded < total && (
        <span className="model-progress" role="status">
          {t('loading', { done: count(loaded), total: count(total) })}
        </span>
      )}
      <TimeBar time={time} />
    </div>
  )
}
