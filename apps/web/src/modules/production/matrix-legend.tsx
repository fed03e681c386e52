import { useTranslation } from 'react-i18next'
import { cellSigns, type CellState, cellStates } from './matrix.rules.ts'

/** Meaning of the cells' colours and symbols. */
export function MatrixLegend() {
  const { t } = useTranslation('production')
  const word = useCellWord()
  return (
    <ul className="matrix-legend" aria-label={t('matrix.legend')}>
      {cellStates.map((state) => (
        <li key={state}>
          <span className={`matrix-sign is-${state}`} aria-hidden="true">
            {cellSigns[state]}
          </span>
          {word(state)}
        </li>
      ))}
    </ul>
  )
}

/** A cell's state in words. */
export function useCellWord(): (state: CellState) => string {
  const { t } = useTranslation('production')
  return (state) => {
    if (state === 'off' || state === 'gone') return t(`matrix.${state}`)
    return state === 'blocked' ? t('matrix.held') : t(`step.${state}`)
  }
}
