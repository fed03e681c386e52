import type { Colouring } from '@cloud-factory/domain/model/member-states'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { colourOf, css, noState } from '@cloud-factory/domain/model/state-colours'
import { type ColouredModel, type Focus, placesOf } from './member-view.rules.ts'
import { useStateName } from './use-state-name.ts'

interface Props {
  readonly model: ColouredModel
  readonly choices: readonly Colouring[]
  readonly focus: Focus
  readonly onColouring: (colouring: Colouring) => void
  readonly onFocus: (focus: Focus) => void
}

/** What the colours mean, and what of the model is in focus. */
export function ViewControls({ model, choices, focus, onColouring, onFocus }: Props) {
  const { t } = useTranslation('model')
  return (
    <>
      <label className="model-field">
        {t('colourBy')}
        <select
          value={model.colouring}
          disabled={choices.length < 2}
          onChange={({ target }) => {
            const chosen = choices.find((one) => one === target.value)
            if (chosen !== undefined) onColouring(chosen)
          }}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {t(`colouring.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <Legend model={model} focus={focus} onFocus={onFocus} />
      <SearchBox q={focus.q} hint={t('search')} onSearch={(q) => onFocus({ ...focus, q })} />
      <Places model={model} focus={focus} onFocus={onFocus} />
    </>
  )
}

type PartProps = Pick<Props, 'model' | 'focus' | 'onFocus'>

/** Pieces and tonnes of each state; pressing one leaves the others as ghosts. */
function Legend({ model, focus, onFocus }: PartProps) {
  const { t } = useTranslation('model')
  const nameOf = useStateName(model)
  const { sums, states, colouring } = model
  const toggle = (state: string) => {
    const { states: before } = focus
    const next = before.includes(state) ? before.filter((one) => one !== state) : [...before, state]
    onFocus({ ...focus, states: next })
  }
  const there = sums.filter(({ state }) => state !== 'removed')
  const total = there.reduce((sum, one) => ({ pieces: sum.pieces + one.pieces, kg: sum.kg + one.kg }), {
    pieces: 0,
    kg: 0,
  })
  const members = states.filter((at) => at === null || sums[at]?.state !== 'removed').length
  return (
    <table className="model-legend" aria-label={t('colourBy')}>
      <thead>
        <tr>
          <th>{t('common:field.state')}</th>
          <th>{t('common:pieces')}</th>
          <th>t</th>
          <th>{t('inModel')}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ state, pieces, kg, inModel }, at) => (
          <tr key={state} data-state={state}>
            <td>
              <button type="button" aria-pressed={focus.states.includes(state)} onClick={() => toggle(state)}>
                <i style={{ background: css(colourOf(colouring, state, at)) }} />
                {nameOf(state)}
              </button>
            </td>
            <td>{count(pieces)}</td>
            <td>{tonnes(kg)}</td>
            <td>{count(inModel)}</td>
          </tr>
        ))}
        <WithoutPiece members={states.filter((state) => state === null).length} />
      </tbody>
      <tfoot>
        <tr>
          <td>{t('common:ncr.total')}</td>
          <td>{count(total.pieces)}</td>
          <td>{tonnes(total.kg)}</td>
          <td>{count(members)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Members that are no piece of the order. */
function WithoutPiece({ members }: { readonly members: number }) {
  const { t } = useTranslation('model')
  if (members === 0) return null
  return (
    <tr>
      <td>
        <span className="model-unmatched">
          <i style={{ background: css(noState) }} />
          {t('noPiece')}
        </span>
      </td>
      <td />
      <td />
      <td>{count(members)}</td>
    </tr>
  )
}

/** Storeys and their areas. */
function Places({ model, focus, onFocus }: PartProps) {
  const { t } = useTranslation('model')
  const places = placesOf(model.members)
  const choose = (place: Focus['place']) => onFocus({ ...focus, place })
  const isChosen = (storey: string, area: string | null) =>
    focus.place !== null && focus.place[0] === storey && focus.place[1] === area
  return (
    <ul className="model-places" aria-label={t('places')}>
      <li>
        <button type="button" aria-pressed={focus.place === null} onClick={() => choose(null)}>
          {t('everything')}
        </button>
      </li>
      {places.map(([storey, areas]) => (
        <li key={storey}>
          <button type="button" aria-pressed={isChosen(storey, null)} onClick={() => choose([storey, null])}>
            {storey || t('noStorey')}
          </button>
          {areas.length > 1 && (
            <ul>
              {areas.map((area) => (
                <li key={area}>
                  <button
                    type="button"
                    aria-pressed={isChosen(storey, area)}
                    onClick={() => choose([storey, area])}
                  >
                    {area}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
