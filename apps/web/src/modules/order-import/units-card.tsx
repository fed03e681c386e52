import {
  type LengthUnit,
  lengthUnits,
  type WeightUnit,
  weightUnits,
} from '@cloud-factory/domain/order-import/import-enums'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { findingsQuery } from './imports.queries.ts'
import { type Sample, sampleQuery, useReadAgain } from './reading.queries.ts'

/**
 * Asks for the units of a file whose weights or lengths do not match its profiles; shows them once
 * set.
 */
export function UnitsCard({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const errors = useQuery({ ...findingsQuery(view.id, 'error', 1, 50), enabled: view.errors > 0 })
  const { data: sample } = useQuery(sampleQuery(view))
  const asked = errors.data?.items.some(({ code }) => /^units\..*_unsure$/.test(code)) === true
  if (sample === undefined || view.can.read !== true || (!asked && sample.chosenUnits === null)) return null
  return (
    <Alert
      type={asked ? 'warning' : 'info'}
      showIcon
      title={t(asked ? 'units.asked' : 'units.chosen')}
      description={<UnitsForm importId={view.id} sample={sample} />}
    />
  )
}

function UnitsForm({ importId, sample }: { readonly importId: string; readonly sample: Sample }) {
  const { t } = useTranslation('order-import')
  const readAgain = useReadAgain(importId)
  const [weight, setWeight] = useState<WeightUnit>(sample.chosenUnits?.weight ?? 'kg')
  const [length, setLength] = useState<LengthUnit>(sample.chosenUnits?.length ?? 'mm')
  return (
    <>
      <p>{t('units.help')}</p>
      {readAgain.error !== null && <ProblemAlert error={readAgain.error} />}
      <span className="units-form">
        <label>
          {t('units.weight')}{' '}
          <Select<WeightUnit>
            aria-label={t('units.weight')}
            value={weight}
            options={weightUnits.map((value) => ({ value, label: value }))}
            onChange={setWeight}
          />
        </label>{' '}
        <label>
          {t('units.length')}{' '}
          <Select<LengthUnit>
            aria-label={t('units.length')}
            value={length}
            options={lengthUnits.map((value) => ({ value, label: value }))}
            onChange={setLength}
          />
        </label>{' '}
        <Button loading={readAgain.isPending} onClick={() => readAgain.mutate({ units: { weight, length } })}>
          {t('reading.read')}
        </Button>
      </span>
    </>
  )
}
