import type { ModelMember, ModelRevision, ModelStates } from '@cloud-factory/contract/model/models'
import type { Colouring } from '@cloud-factory/domain/model/member-states'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { changesAsStates, type ColouredModel, type Focus, noFocus, paintOf } from './member-view.rules.ts'
import { MemberList, SelectedMember } from './members.tsx'
import { SceneTools } from './scene-tools.tsx'
import { useModelScene } from './use-model-scene.ts'
import { ViewControls } from './view-controls.tsx'
import './model.css'

interface Props {
  readonly model: ModelRevision
  readonly members: readonly ModelMember[]
  /** Null: the model is not the one in use. */
  readonly states: ModelStates | null
}

/** The model beside its legend and its controls. */
export function ModelView({ model, members, states }: Props) {
  const { t } = useTranslation('model')
  const [colouring, setColouring] = useState<Colouring>(states === null ? 'change' : 'status')
  const [focus, setFocus] = useState<Focus>(noFocus)
  const [selected, setSelected] = useState<number | null>(null)
  const [isList, setList] = useState(false)
  const coloured = useMemo((): ColouredModel => {
    const changes = () => changesAsStates(members)
    const own =
      states === null ? changes() : { states: states.states[colouring], sums: states.sums[colouring] }
    return { colouring, members, ...own }
  }, [states, members, colouring])
  return (
    <div className="model-view">
      <Stage
        model={model}
        coloured={coloured}
        focus={focus}
        selected={selected}
        isList={isList}
        onSelect={setSelected}
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
        <ViewControls
          model={coloured}
          hasStates={states !== null}
          focus={focus}
          onColouring={(to) => {
            setColouring(to)
            setFocus((before) => ({ ...before, states: [] }))
          }}
          onFocus={setFocus}
        />
        {selected !== null && (
          <SelectedMember model={coloured} number={selected} onClose={() => setSelected(null)} />
        )}
      </aside>
    </div>
  )
}

interface StageProps {
  readonly model: ModelRevision
  readonly coloured: ColouredModel
  readonly focus: Focus
  readonly selected: number | null
  readonly isList: boolean
  readonly onSelect: (member: number | null) => void
}

/** The picture, or the list in its place: chosen, or because the browser shows no pictures. */
function Stage({ model, coloured, focus, selected, isList, onSelect }: StageProps) {
  const { t } = useTranslation('model')
  const paint = useMemo(() => paintOf(coloured, focus, selected), [coloured, focus, selected])
  const { canvas, scene, graphics, loaded, error } = useModelScene(model, paint, onSelect)
  const isHidden = isList || graphics === 'none'
  const total = model.chunks.length
  return (
    <div className="model-stage">
      {error !== null && <ProblemAlert error={error} />}
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
        <SceneTools scene={scene} selected={coloured.members[selected ?? -1]?.box} />
      )}
      {!isHidden && loaded < total && (
        <span className="model-progress" role="status">
          {t('loading', { done: count(loaded), total: count(total) })}
        </span>
      )}
    </div>
  )
}
