import type { FigureRow } from '@cloud-factory/contract/machine-figures'
import { useTranslation } from 'react-i18next'
import { absent } from '../../../shared/format/numbers.ts'
import { durationOf } from './duration.ts'

const percent = (share: number | null) => (share === null ? absent : `${(share * 100).toFixed(1)} %`)

/** Key figures with what they are made of; the formula stands under each. */
export function FigureCards({ row: { figures, inputs } }: { readonly row: FigureRow }) {
  const { t } = useTranslation('states')
  const kwh = figures.kwhPerUnit === null ? absent : `${figures.kwhPerUnit.toFixed(2)} ${figures.energyUnit}`
  const values = {
    oee: percent(figures.oee),
    availability: percent(figures.availability),
    performance: percent(figures.performance),
    quality: percent(figures.quality),
    teep: percent(figures.teep),
    coverage: percent(figures.coverage),
    mtbf: durationOf(figures.mtbfS),
    mttr: durationOf(figures.mttrS),
    mttrOrder: durationOf(figures.mttrOrderS),
    mttrMend: durationOf(figures.mttrMendS),
    arcOn: percent(figures.arcOn),
    energy: kwh,
  } as const
  const made = {
    planned: durationOf(inputs.plannedS),
    running: durationOf(inputs.runningS),
    fault: durationOf(inputs.faultS),
    failures: inputs.failures,
    output: inputs.output === null ? absent : `${Math.round(inputs.output * 10) / 10} ${inputs.outputUnit}`,
  }
  return (
    <>
      <dl className="figure-cards">
        {(Object.keys(values) as (keyof typeof values)[]).map((key) => (
          <div key={key}>
            <dt>{t(`figure.${key}`)}</dt>
            <dd>
              {values[key]}
              <small>{t(`formula.${key}`)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="page-note">{t('inputs', made)}</p>
      {figures.flags.map((flag) => (
        <p key={flag} className="page-note">
          {t(`flag.${flag}`)}
        </p>
      ))}
    </>
  )
}
