import type { ProcessRow } from '@cloud-factory/contract/planning/processes'
import { Button, InputNumber } from 'antd'
import { useId } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import { evenOut } from './plan.rules.ts'

/** Shares by process id; null while a field is empty. */
export type Weights = Readonly<Record<string, number | null>>

interface Props {
  readonly processes: readonly ProcessRow[]
  /** Given by the form's item. */
  readonly value?: Weights
  readonly onChange?: (weights: Weights) => void
}

/** A share for each process, their sum as it is typed, and two ways to get it right. */
export function WeightsField({ processes, value = {}, onChange }: Props) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const id = useId()
  const weights = processes.map((process) => value[process.id])
  const sum = sumOfWeights(weights)
  const rest = Math.round((100 - sum) * 1000) / 1000
  const fill = (next: readonly number[]) =>
    onChange?.(Object.fromEntries(processes.map((process, index) => [process.id, next[index] ?? 0])))
  return (
    <div className="weights">
      <div className="weights-sum">
        <span className={rest === 0 ? 'is-right-sum' : 'is-wrong-sum'} role="status">
          {t('weights.sum', { sum })}{' '}
          {rest === 0 ? '✓' : t(rest > 0 ? 'weights.missing' : 'weights.over', { rest: Math.abs(rest) })}
        </span>
        <span className="weights-buttons">
          <Button size="small" disabled={rest === 0} onClick={() => fill(evenOut(weights))}>
            {t('weights.even')}
          </Button>
          <Button size="small" onClick={() => fill(processes.map(({ weight }) => weight))}>
            {t('weights.defaults')}
          </Button>
        </span>
      </div>
      {processes.map((process) => (
        <div key={process.id} className="weight-row">
          <label htmlFor={`${id}-${process.id}`}>{nameOf(process.names)}</label>
          <InputNumber
            id={`${id}-${process.id}`}
            className="number-field"
            min={0}
            max={100}
            step={1}
            suffix="%"
            value={value[process.id] ?? null}
            onChange={(weight) =>
              onChange?.({
                ...value,
                [process.id]: weight === null ? null : Math.round(weight * 1000) / 1000,
              })
            }
          />
          <span className="weight-bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, value[process.id] ?? 0)}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}
